"""What a program costs: time, processor time by thread, memory."""
import os
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from project import ENVIRONMENT

# How often threads are looked at. What one uses between its last look and its end is not seen: it shows as "rest".
INTERVAL = 0.05


@dataclass
class Cost:
    """Seconds, megabytes, and processor seconds by the name of the thread."""
    wall: float
    cpu: float
    peak: float
    threads: dict = field(default_factory=dict)


def measure(command, statuses=(0,), by_thread=False):
    """Runs `command` with nothing on its outputs; ends the bench with the program's own words when it fails."""
    command = [str(part) for part in command]
    with tempfile.TemporaryFile() as errors:
        start = time.monotonic()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                                 env=ENVIRONMENT)
        watch = ThreadWatch(child.pid) if by_thread else None
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in statuses:
            errors.seek(0)
            sys.exit(f"bench: {' '.join(command)}: status {child.returncode}\n{errors.read().decode(errors='replace')}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, watch.end() if watch else {})


def middle(costs):
    """The median of each figure."""
    return Cost(*(median(getattr(cost, name) for cost in costs) for name in ("wall", "cpu", "peak")))


class ThreadWatch:
    """Adds up the processor time of a process's threads by their name, while it runs.

    Sketchreel's stages name their threads, and the threads that a codec starts inherit the name.
    """

    def __init__(self, pid):
        self.folder = Path(f"/proc/{pid}/task")
        self.seen = {}
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def _watch(self):
        while not self.ended.wait(INTERVAL):
            try:
                tasks = list(self.folder.iterdir())
            except OSError:
                return
            for task in tasks:
                try:
                    name = (task / "comm").read_text().strip()
                    self.seen[task.name, name] = int((task / "schedstat").read_text().split()[0]) / 1e9
                except (OSError, IndexError):
                    continue

    def end(self):
        """Processor seconds by name."""
        self.ended.set()
        self.thread.join()
        sums, last = {}, {}
        # A thread is seen under its maker's name first, and its time is told from its beginning.
        for (task, name), seconds in self.seen.items():
            last[task] = (name, seconds)
        for name, seconds in last.values():
            sums[name] = sums.get(name, 0) + seconds
        return sums
