package io.koordbridge.colo.nodes;

import io.koordbridge.answers.NodesAnswer.Node;
import io.koordbridge.colo.table.AmountOrder;
import io.koordbridge.colo.table.SortResource;
import io.koordbridge.protocol.NaturalOrder;
import io.koordbridge.protocol.PureCore;
import java.util.Comparator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Orders of nodes: amounts biggest first, unknown ones last, equal ones by name. */
@PureCore
final class NodeOrder {
    private static final Comparator<Node> BY_NAME = Comparator.comparing(Node::name, NaturalOrder.NAMES);

    private NodeOrder() {}

    static Comparator<Node> by(SortKey key, SortResource resource) {
        return switch (key) {
            case NAME -> BY_NAME;
            case STATE -> Comparator.comparing(Node::state).thenComparing(BY_NAME);
            case AGE -> AmountOrder.biggestFirst(Node::metricAgeSeconds, BY_NAME);
            case ORIGIN -> amount(resource, Node::originCpuMilli, Node::originMemoryBytes);
            case PODS -> amount(resource, Node::podsCpuMilli, Node::podsMemoryBytes);
            case LEASE -> amount(resource, Node::leaseCpuMilli, Node::leaseMemoryBytes);
            case RM -> amount(resource, Node::rmCpuMilli, Node::rmMemoryMb);
            case ALLOC -> amount(resource, Node::usedCpuMilli, Node::usedMemoryMb);
            case FREE -> amount(resource, Node::freeCpuMilli, Node::freeMemoryBytes);
            case ONLINE -> amount(resource, Node::prodCpuMilli, Node::prodMemoryBytes);
        };
    }

    private static Comparator<Node> amount(
            SortResource resource, Function<Node, @Nullable Long> cpu, Function<Node, @Nullable Long> memory) {
        return AmountOrder.biggestFirst(resource, cpu, memory, BY_NAME);
    }
}
