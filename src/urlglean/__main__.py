"""Runs the command: ``urlglean``, ``python -m urlglean``."""

import os
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command that argv asks for; Ctrl-C is heard from the first moment on."""
    try:
        from urlglean import cli
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) or isinstance(error.__cause__, KeyboardInterrupt):
            sys.exit(130)  # inside a class statement, Python 3.11 makes another error of it
        if isinstance(error, MemoryError) or "failed to map segment" in str(error):
            os.write(2, b"urlglean: out of memory: it cannot be loaded\n")
            os._exit(3)
        raise
    cli.main()


if __name__ == "__main__":
    main()
