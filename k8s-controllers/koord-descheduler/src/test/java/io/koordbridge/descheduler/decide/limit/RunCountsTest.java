package io.koordbridge.descheduler.decide.limit;

import static io.koordbridge.descheduler.decide.scene.ScenePods.on;
import static io.koordbridge.descheduler.decide.scene.ScenePods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import org.junit.jupiter.api.Test;

class RunCountsTest {

    private final PodFacts pod = pod("d", "a", on("n1"));

    @Test
    void withoutLimitsNothingIsRefused() {
        RunCounts counts = new RunCounts(RunLimits.NONE, node -> 1_000);
        counts.accepted(pod);

        assertThat(counts.check(pod)).isEmpty();
    }

    @Test
    void eachLimitNamesItsNumbers() {
        RunCounts total = new RunCounts(new RunLimits(null, null, 1), node -> 0);
        RunCounts namespace = new RunCounts(new RunLimits(null, 1, null), node -> 0);
        total.accepted(pod);
        namespace.accepted(pod);

        assertThat(total.check(pod))
                .contains(new LimitRefusal(
                        "maxNoOfPodsToEvictTotal", "the cluster has 1 evictions in this run; the limit is 1"));
        assertThat(namespace.check(pod).map(LimitRefusal::check)).contains("maxNoOfPodsToEvictPerNamespace");
        assertThat(namespace.check(pod("e", "x", on("n1")))).isEmpty();
    }

    @Test
    void evictionsByOthersCountForTheNode() {
        RunCounts counts = new RunCounts(new RunLimits(2, null, null), node -> node.equals("n1") ? 1 : 0);
        counts.accepted(pod);

        assertThat(counts.check(pod))
                .contains(new LimitRefusal(
                        "maxNoOfPodsToEvictPerNode",
                        "node n1 has 1 evictions in this run and 1 by other clients; the limit is 2"));
        assertThat(counts.check(pod("d", "b", on("n2")))).isEmpty();
    }

    @Test
    void aLimitOfZeroAllowsNone() {
        assertThat(new RunCounts(new RunLimits(null, null, 0), node -> 0).check(pod))
                .isPresent();
    }
}
