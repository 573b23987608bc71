"""What a check takes where nobody says otherwise."""

import os

TIMEOUT = 60.0  # seconds
REGIONS = 20
JOBS = min(4, os.cpu_count() or 1)
