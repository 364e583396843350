package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchRoomsTest {

    private static final Map<String, String> ANY = Map.of();
    private static final Map<String, String> SSD = Map.of("disk", "ssd");

    private final BatchRooms rooms = new BatchRooms();

    private static Node node(String name, String disk, String origin) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("disk", disk)
                .addToLabels("zone", "z")
                .addToAnnotations(Annotations.NODE_ORIGIN_ALLOCATABLE, origin)
                .endMetadata()
                .withNewStatus()
                .addToAllocatable(ResourceNames.BATCH_CPU, new Quantity("100"))
                .addToAllocatable(ResourceNames.BATCH_MEMORY, new Quantity("1Gi"))
                .endStatus()
                .build();
    }

    private static String origin(long milliCpu, long bytes) {
        return "{\"resources\":{\"kubernetes.io/batch-cpu\":\"" + milliCpu + "\",\"kubernetes.io/batch-memory\":\""
                + bytes + "\"}}";
    }

    @Test
    void theLargestOfEachResourceCountsWhateverPodsHoldThere() {
        rooms.put(node("a", "ssd", origin(8_000, 1)));
        rooms.put(node("b", "hdd", origin(2_000, 64)));

        assertThat(rooms.largest(ANY)).isEqualTo(new BatchAmount(8_000, 64));
        assertThat(rooms.largest(SSD)).isEqualTo(new BatchAmount(8_000, 1));
        assertThat(rooms.largest(Map.of("disk", "tape"))).isEqualTo(BatchAmount.ZERO);
    }

    @Test
    void aNodeThatIsGoneHoldsNothing() {
        rooms.put(node("a", "ssd", origin(8_000, 1)));
        rooms.gone("a");

        assertThat(rooms.largest(ANY)).isEqualTo(BatchAmount.ZERO);
    }

    @Test
    void whatCannotBeReadIsAsBefore() {
        rooms.put(node("a", "ssd", origin(8_000, 1)));
        rooms.put(node("a", "ssd", "{bad"));

        assertThat(rooms.largest(ANY)).isEqualTo(new BatchAmount(8_000, 1));
    }

    @Test
    void withoutAnOriginTheStatusCounts() {
        rooms.put(node("a", "ssd", "null"));

        assertThat(rooms.largest(ANY)).isEqualTo(new BatchAmount(100, 1L << 30));
    }
}
