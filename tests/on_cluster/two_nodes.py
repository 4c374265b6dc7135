"""Words on standard input -> a Ray cluster of two machines on this one, which are lost and replaced as they say

The first line that is printed is `at ADDRESS`; then one for each word: ``kill`` loses the second machine, ``new`` adds
one. All ends with the input.
"""

import sys
from collections.abc import Callable
from typing import Any

from ray.cluster_utils import Cluster

_TRIES = 4
"""Ray gives a node up that has not begun within 30 seconds, which it may not on a machine with much other work."""


def begun(begin: Callable[[], Any]) -> Any:
    """Return a cluster or node that is begun, at the second or third try if need be."""
    for _ in range(_TRIES - 1):
        try:
            return begin()
        except Exception as error:  # Ray has no class for it
            print(f"tried again: {error}", file=sys.stderr, flush=True)
    return begin()


def main() -> None:
    """Begin a cluster and do what is said."""
    head = {"num_cpus": 1, "include_dashboard": False}
    cluster = begun(lambda: Cluster(initialize_head=True, head_node_args=head))
    nodes = [begun(lambda: cluster.add_node(num_cpus=1))]
    print(f"at {cluster.address}", flush=True)
    for line in sys.stdin:
        if line == "kill\n":
            cluster.remove_node(nodes.pop(), allow_graceful=False)
        elif line == "new\n":
            nodes.append(begun(lambda: cluster.add_node(num_cpus=1)))
        print(line, end="", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
