package io.koordbridge.descheduler.decide.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.nodecheck.NodeTaint;
import io.koordbridge.protocol.PriorityClass;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TargetsTest {

    private final LoadCluster cluster = new LoadCluster()
            .node("full")
            .node("small")
            .node("tainted", new NodeTaint("gpu", "", "NoSchedule"))
            .pod("full", "a", 5000, 10)
            .pod("small", "b", PriorityClass.PROD, Map.of("cpu", 9500L), Map.of("cpu", 100L, "memory", 1L));
    private final Targets targets = new Targets(Stream.of("full", "small", "tainted")
            .map(name -> new Target(cluster.load(name)))
            .toList());

    @Test
    void theFirstThatCouldTakeThePodIsFound() {
        Target found = targets.find(
                        LoadCluster.pod("m", "p", PriorityClass.PROD, Map.of("cpu", 400L)), new long[] {2000, 1})
                .target();

        assertThat(found).isNotNull();
        assertThat(found.node().name()).isEqualTo("small");
    }

    @Test
    void whyThereIsNoneIsSaidInNumbers() {
        Targets.Found found =
                targets.find(LoadCluster.pod("m", "p", PriorityClass.PROD, Map.of("cpu", 600L)), new long[] {2000, 1});

        assertThat(found.target()).isNull();
        assertThat(found.message())
                .isEqualTo("none of 3 nodes with room could take it: 1 by cordon, taint, node selector or affinity, "
                        + "1 would exceed a high threshold with it and the pods before it, 1 lack what it requests");
        assertThat(new Targets(List.of()).isEmpty()).isTrue();
    }
}
