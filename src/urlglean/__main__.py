"""Runs the command: ``python -m urlglean``."""

from urlglean.cli import main

if __name__ == "__main__":
    main()
