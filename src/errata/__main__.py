"""`python -m errata` is the command line."""

import sys

from errata.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
