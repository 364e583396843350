package io.koordbridge.copilot.decommission;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.copilot.evict.Amount;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.NodeFacts;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeparturesTest {
    private static final long LONG = 600_000;
    private static final ShrinkOrder ORDER = new ShrinkOrder(4, 4096, true, 0, 0);
    /** Six vcores and 6144 MB that may be held, and one that has ended. */
    private static final List<ContainerFacts> CONTAINERS = List.of(
            one("a").build(),
            one("b").build(),
            one("c").state("KILLING").build(),
            one("d").state("DONE").build());

    private static ContainerFacts.Builder one(String id) {
        return ContainerFacts.of(id).size(2, 2048);
    }

    private static String due(long toldVcores, long toldMegabytes, long leftMillis) {
        return due(CONTAINERS, toldVcores, toldMegabytes, leftMillis);
    }

    /** Milli-cores and MB. */
    private static String due(List<ContainerFacts> containers, long vcores, long megabytes, long leftMillis) {
        return due(containers, vcores, megabytes, ORDER, leftMillis);
    }

    private static String due(
            List<ContainerFacts> containers, long vcores, long megabytes, ShrinkOrder order, long leftMillis) {
        Amount due = Departures.due(containers, new NodeFacts.Amount(vcores, megabytes), order, leftMillis);
        return due.cpuMilli() + " " + (due.memoryBytes() >> 20);
    }

    @Test
    void nothingIsDueBeforeTheResourceManagerHasTheSmallerCapacity() {
        assertThat(due(6, 6144, 0)).isEqualTo("0 0");
        assertThat(due(5, 4097, 0)).isEqualTo("0 0");
        assertThat(due(NodeFacts.UNKNOWN, NodeFacts.UNKNOWN, 0)).isEqualTo("0 0");
    }

    @Test
    void memoryIsDueAtOnce() {
        assertThat(due(6, 4096, LONG)).isEqualTo("0 2048");
        // A little less than the target is sent where YARN would not notice the same value.
        assertThat(due(6, 4095, LONG)).isEqualTo("0 2049");
    }

    @Test
    void cpuIsDueInTheLastTwoMinutes() {
        assertThat(due(4, 6144, 120_001)).isEqualTo("0 0");
        assertThat(due(4, 6144, 120_000)).isEqualTo("2000 0");
        assertThat(due(4, 6144, 0)).isEqualTo("2000 0");
        assertThat(due(4, 4096, 0)).isEqualTo("2000 2048");
    }

    @Test
    void cpuIsNeverDueWhereTheResourceManagerEndsNoContainerForIt() {
        ShrinkOrder memoryOnly = new ShrinkOrder(4, 4096, false, 0, 0);

        assertThat(due(CONTAINERS, 4, 6144, memoryOnly, 0)).isEqualTo("0 0");
        assertThat(due(CONTAINERS, 4, 4096, memoryOnly, 0)).isEqualTo("0 2048");
    }

    @Test
    void opportunisticContainersDoNotCount() {
        List<ContainerFacts> containers =
                List.of(one("a").build(), one("b").kind(false, true, 0).build());

        assertThat(due(containers, 2, 2048, 0)).isEqualTo("0 0");
        assertThat(due(containers, 1, 1024, 0)).isEqualTo("1000 1024");
    }

    @Test
    void whatFitsIsNotDue() {
        assertThat(due(List.of(one("a").build()), 4, 4096, 0)).isEqualTo("0 0");
    }
}
