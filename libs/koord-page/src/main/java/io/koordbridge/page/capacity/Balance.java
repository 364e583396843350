package io.koordbridge.page.capacity;

import io.koordbridge.answers.NodesAnswer.Node;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is free and what is over-granted in the cluster, in milli-CPU or bytes. One node's surplus never pays for another's excess.
 *
 * @param free null when no node has an origin
 * @param excess null when no node has an origin
 * @param over number of over-granted nodes
 * @param named some of them
 */
@PureCore
public record Balance(@Nullable Long free, @Nullable Long excess, int over, List<String> named) {

    private static final int NAMED = 3;

    public Balance {
        named = List.copyOf(named);
    }

    static Balance cpu(List<Node> nodes) {
        return of(nodes, Node::originCpuMilli, Node::podsCpuMilli, Node::leaseCpuMilli);
    }

    static Balance memory(List<Node> nodes) {
        return of(nodes, Node::originMemoryBytes, Node::podsMemoryBytes, Node::leaseMemoryBytes);
    }

    private static Balance of(
            List<Node> nodes,
            Function<Node, @Nullable Long> origins,
            Function<Node, @Nullable Long> pods,
            Function<Node, @Nullable Long> leases) {
        boolean known = false;
        long free = 0;
        long excess = 0;
        List<String> over = new ArrayList<>();
        for (Node node : nodes) {
            Long origin = origins.apply(node);
            if (origin == null) {
                continue;
            }
            known = true;
            long left = origin - orZero(pods.apply(node)) - orZero(leases.apply(node));
            free += Math.max(0, left);
            excess += Math.max(0, -left);
            if (left < 0) {
                over.add(node.name());
            }
        }
        return new Balance(
                known ? free : null, known ? excess : null, over.size(), over.subList(0, Math.min(NAMED, over.size())));
    }

    private static long orZero(@Nullable Long amount) {
        return amount == null ? 0 : amount;
    }
}
