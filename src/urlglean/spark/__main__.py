"""Runs a job: ``python -m urlglean.spark extract|unique|frontier PATH... --out DIR``, or by ``spark-submit``."""

import sys
from typing import NoReturn

from urlglean.spark import NEEDED


def main() -> NoReturn:
    """Run the job that argv asks for."""
    try:
        from urlglean.spark import commands
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("urlglean"):
            raise
        sys.exit(f"urlglean: {NEEDED}")
    commands.main()


if __name__ == "__main__":
    main()
