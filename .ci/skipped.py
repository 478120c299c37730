"""Fails where a test was skipped for any reason but those that no machine of this kind can mend.

``python .ci/skipped.py REPORT.xml`` reads the report of ``pytest --junit-xml``.
"""

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

ALLOWED = {
    "root reads everything": "tests of permissions, where the tests run as root",
    "it counts or replaces what only the interpreter calls": "tests of Python that the compiled build has none of",
}
"""Reasons that are no fault of the machine, and what they are about."""


def main() -> None:
    """Read the report that argv names."""
    path = Path(sys.argv[1])
    if not path.exists():
        sys.exit("there is no report: the tests did not run")
    report = ET.parse(path)  # noqa: S314  (pytest wrote it a moment ago)
    cases = list(report.iter("testcase"))
    if not cases:
        sys.exit("the report tells of no tests")
    skipped = [
        (case, item) for case in cases for item in case.iter("skipped") if item.get("type") == "pytest.skip"
    ]
    wrong = [(case, item) for case, item in skipped if item.get("message") not in ALLOWED]
    for case, item in wrong:
        print(f"skipped: {case.get('classname')}.{case.get('name')}: {item.get('message')}", file=sys.stderr)
    print(f"{len(cases)} tests, {len(skipped)} skipped, {len(wrong)} of them for want of something")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
