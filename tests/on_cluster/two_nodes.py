"""Words on standard input -> a Ray cluster of two machines on this one, which are lost and replaced as they say

The first line that is printed is `at ADDRESS`; then one for each word: ``kill`` loses the second machine, ``new`` adds
one. All ends with the input.
"""

import sys

from ray.cluster_utils import Cluster


def main() -> None:
    """Begin a cluster and do what is said."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    nodes = [cluster.add_node(num_cpus=1)]
    print(f"at {cluster.address}", flush=True)
    for line in sys.stdin:
        if line == "kill\n":
            cluster.remove_node(nodes.pop(), allow_graceful=False)
        elif line == "new\n":
            nodes.append(cluster.add_node(num_cpus=1))
        print(line, end="", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
