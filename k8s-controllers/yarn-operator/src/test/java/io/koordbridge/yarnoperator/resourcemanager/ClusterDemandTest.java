package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterDemandTest {

    private static final PendingDemand NONE = new PendingDemand(0, 0);
    private static final PendingDemand SOME = new PendingDemand(2, 4096);
    private static final PendingDemand MORE = new PendingDemand(3, 1024);

    private static ClusterDemand demand(PendingDemand unlabelled, PendingDemand labelled, Set<String> shared) {
        return new ClusterDemand(unlabelled, new PartitionDemand(Map.of("gpu", labelled), shared));
    }

    @Test
    void eachPartitionHasItsOwn() {
        ClusterDemand demand = demand(SOME, MORE, Set.of());

        assertThat(demand.of("")).contains(SOME);
        assertThat(demand.of("gpu")).contains(MORE);
    }

    @Test
    void idleNodesOfASharedPartitionServeThoseWhoAskForNoLabel() {
        assertThat(demand(SOME, MORE, Set.of("gpu")).of("gpu")).contains(new PendingDemand(5, 5120));
        assertThat(demand(SOME, NONE, Set.of("gpu")).of("gpu")).contains(SOME);
        assertThat(demand(SOME, MORE, Set.of("gpu")).of("")).contains(SOME);
    }

    @Test
    void whatWasNotReadIsNotKnown() {
        assertThat(ClusterDemand.UNKNOWN.of("")).isEmpty();
        assertThat(ClusterDemand.UNKNOWN.of("gpu")).isEmpty();
        assertThat(demand(SOME, MORE, Set.of("other")).of("other")).isEmpty();
    }

    @Test
    void aSharedPartitionIsNotIdleWhileTheOtherDemandIsUnknown() {
        assertThat(demand(null, NONE, Set.of("gpu")).of("gpu")).isEmpty();
        assertThat(demand(null, MORE, Set.of("gpu")).of("gpu")).contains(MORE);
    }
}
