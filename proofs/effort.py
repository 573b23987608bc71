"""What a check takes where nobody says otherwise."""

import os

TIMEOUT = 60.0  # seconds
REGIONS = 20
CORES = os.cpu_count() or 1
JOBS = min(4, CORES)  # where there are few items, or what each job learns is of use to the next item
