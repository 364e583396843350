package io.koordbridge.descheduler.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class PodMemoryTest {

    private static final int PODS_OF_A_NODE = 50;
    private static final int MOST_BYTES = 800;

    /** Property {@code watch.nodes} measures another size. */
    @Test
    void keepsFewBytesOfEachPod() {
        int nodes = Integer.getInteger("watch.nodes", 400);
        int pods = nodes * PODS_OF_A_NODE;
        long before = usedBytes();
        PodIndex index = new PodIndex((was, is) -> {});
        index.listing();
        for (int number = 0; number < pods; number++) {
            index.put(Scene.pod(number, nodes));
        }
        index.listed();
        long bytes = (usedBytes() - before) / pods;

        assertThat(index.size()).isEqualTo(pods);
        assertThat(bytes).as("bytes of each pod at %s nodes", nodes).isBetween(1L, (long) MOST_BYTES);
    }

    private static long usedBytes() {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
