package io.koordbridge.manager.clusterview;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.testkit.log.CapturedLog;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class HeapRoomTest {

    private static final long MEBIBYTE = 1L << 20;

    private final MetricRegistry metrics = new MetricRegistry();
    private final AtomicInteger nodes = new AtomicInteger();

    @Test
    void theShippedHeapIsForFiveThousandNodes() {
        assertThat(HeapRoom.room(448 * MEBIBYTE)).isEqualTo(5_120);
        assertThat(HeapRoom.room(753 * MEBIBYTE)).isEqualTo(10_000);
        assertThat(HeapRoom.room(100 * MEBIBYTE)).isZero();
    }

    @Test
    void saysOnceThatThereAreTooManyNodesAndOnceThatThereAreNot() {
        HeapRoom room = new HeapRoom(nodes::get, 129 * MEBIBYTE, metrics);
        try (CapturedLog log = CapturedLog.of(HeapRoom.class)) {
            for (int count : new int[] {15, 16, 17, 18, 17, 16, 15}) {
                nodes.set(count);
                room.nodeChanged("n", true);
            }

            assertThat(log.lines(Level.WARN))
                    .singleElement()
                    .satisfies(line -> assertThat(line.text()).contains("nodes=17 room=16"));
            assertThat(log.lines(Level.INFO)).hasSize(1);
        }
        assertThat(metrics.getGauges().get("koord_manager_nodes").getValue()).isEqualTo(15);
        assertThat(metrics.getGauges().get("koord_manager_heap_room_nodes").getValue())
                .isEqualTo(16);
    }
}
