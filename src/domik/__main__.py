"""`python -m domik` is the same as the `domik` command."""

import sys

from domik.cli import main

sys.exit(main())
