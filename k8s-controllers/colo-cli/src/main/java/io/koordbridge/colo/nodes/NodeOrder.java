package io.koordbridge.colo.nodes;

import io.koordbridge.colo.answer.NodesAnswer.Node;
import io.koordbridge.colo.table.NaturalOrder;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
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
            case AGE -> biggestFirst(Node::metricAgeSeconds);
            case ORIGIN -> amount(resource, Node::originCpuMilli, Node::originMemoryBytes);
            case PODS -> amount(resource, Node::podsCpuMilli, Node::podsMemoryBytes);
            case LEASE -> amount(resource, Node::leaseCpuMilli, Node::leaseMemoryBytes);
            case RM -> amount(resource, Node::rmVcores, Node::rmMemoryMb);
            case ALLOC -> amount(resource, Node::usedVcores, Node::usedMemoryMb);
            case FREE -> amount(resource, Node::freeCpuMilli, Node::freeMemoryBytes);
            case ONLINE -> amount(resource, Node::prodCpuMilli, Node::prodMemoryBytes);
        };
    }

    private static Comparator<Node> amount(
            SortResource resource, Function<Node, @Nullable Long> cpu, Function<Node, @Nullable Long> memory) {
        Function<Node, @Nullable Long> chosen = resource == SortResource.CPU ? cpu : memory;
        return biggestFirst(node -> {
            Long value = chosen.apply(node);
            return value == null ? null : BigDecimal.valueOf(value);
        });
    }

    private static Comparator<Node> biggestFirst(Function<Node, @Nullable BigDecimal> amount) {
        Comparator<@Nullable BigDecimal> order = Comparator.nullsLast(Comparator.<BigDecimal>reverseOrder());
        Comparator<Node> byAmount = (left, right) -> order.compare(amount.apply(left), amount.apply(right));
        return byAmount.thenComparing(BY_NAME);
    }
}
