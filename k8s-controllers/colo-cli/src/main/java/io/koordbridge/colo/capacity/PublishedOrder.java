package io.koordbridge.colo.capacity;

import io.koordbridge.colo.answer.PublishedAnswer.Node;
import io.koordbridge.colo.table.AmountOrder;
import io.koordbridge.colo.table.SortResource;
import io.koordbridge.protocol.NaturalOrder;
import io.koordbridge.protocol.PureCore;
import java.util.Comparator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Orders of nodes: amounts biggest first, unknown ones last, equal ones by name. */
@PureCore
final class PublishedOrder {
    private static final Comparator<Node> BY_NAME = Comparator.comparing(Node::name, NaturalOrder.NAMES);

    private PublishedOrder() {}

    static Comparator<Node> by(PublishedKey key, SortResource resource) {
        return switch (key) {
            case NAME -> BY_NAME;
            case STATE -> Comparator.comparing(Node::state).thenComparing(BY_NAME);
            case AGE -> AmountOrder.biggestFirst(Node::metricAgeSeconds, BY_NAME);
            case CAPACITY -> amount(resource, Node::capacityCpuMilli, Node::capacityMemoryBytes);
            case ONLINE -> amount(resource, Node::onlineCpuMilli, Node::onlineMemoryBytes);
            case ORIGIN -> amount(resource, Node::originCpuMilli, Node::originMemoryBytes);
            case YARN -> amount(resource, Node::thirdPartyCpuMilli, Node::thirdPartyMemoryBytes);
            case BATCH -> amount(resource, Node::batchCpuMilli, Node::batchMemoryBytes);
            case MID -> amount(resource, Node::midCpuMilli, Node::midMemoryBytes);
        };
    }

    private static Comparator<Node> amount(
            SortResource resource, Function<Node, @Nullable Long> cpu, Function<Node, @Nullable Long> memory) {
        return AmountOrder.biggestFirst(resource, cpu, memory, BY_NAME);
    }
}
