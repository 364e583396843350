package io.koordbridge.bench.descheduler;

import java.util.Optional;

/**
 * How large, and how long.
 *
 * @param hot how many of the nodes are overloaded
 * @param runs how many runs are measured
 * @param other command line of another descheduler, which gets {@code --kubeconfig FILE}
 */
public record DeschedulerOptions(int nodes, int podsPerNode, int hot, int runs, Optional<String> other) {}
