package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.arbitration.EvictionFilters;
import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.Evictor;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.descheduler.decide.scene.ScenePods;
import io.koordbridge.descheduler.decide.scene.SceneView;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RunEvictorsTest {

    private final ProcessSettings settings =
            Configurations.settings("{defaultJobMode: EvictDirectly, maxMigratingPerNode: 2}", "{}");
    private final LiveCluster cluster = new LiveCluster(settings);
    private final List<PodFacts> pods = List.of(pod("a"), pod("b"), pod("c"));
    private final RunEvictors evictors = evictors();

    @AfterEach
    void end() {
        cluster.close();
    }

    private RunEvictors evictors() {
        SceneView view = new SceneView(LiveCluster.NOW, List.of(SceneView.node("n1", Map.of())), pods);
        EvictionFilters filters =
                EvictionFilters.ofRun(settings.migration(), new FixedPicture(view), (pod, policy) -> Verdict.ALLOWED);
        EvictionLimits limits = new EvictionLimits(settings.limits(), LiveCluster.NOW);
        RunChecks checks =
                new RunChecks(filters, limits, view, settings.migration().nodeFit());
        return new RunEvictors(checks, filters, cluster.creator(), LiveCluster.NOW);
    }

    private static PodFacts pod(String name) {
        return ScenePods.pod("shop", name, ScenePods.of("set-" + name));
    }

    private Verdict evict(boolean pretend, int pod) {
        Evictor evictor = evictors.of("one", pretend);
        return evictor.evict(new EvictionRequest(pods.get(pod), "LowNodeLoad", "hot", List.of()));
    }

    @Test
    void pretendedRequestsCountForThoseThatFollowAndMakeNoJob() {
        assertThat(evict(true, 0)).isEqualTo(Verdict.ALLOWED);
        assertThat(evict(true, 0).check()).isEqualTo("ExistingJob");
        assertThat(evict(true, 1)).isEqualTo(Verdict.ALLOWED);

        assertThat(evict(true, 2).check()).isEqualToIgnoringCase("maxMigratingPerNode");
        assertThat(evictors.of("two", true).filter(pods.get(2)).allowed()).isFalse();
        assertThat(cluster.jobs()).isEmpty();
    }

    @Test
    void requestsThatMadeJobsCountInTheSameWay() {
        assertThat(evict(false, 0)).isEqualTo(Verdict.ALLOWED);
        assertThat(evict(false, 0).check()).isEqualTo("ExistingMigrationJob");
        assertThat(evict(true, 1)).as("one pretends, one makes").isEqualTo(Verdict.ALLOWED);

        assertThat(evict(false, 2).check()).isEqualToIgnoringCase("maxMigratingPerNode");
        assertThat(cluster.jobs())
                .singleElement()
                .satisfies(job -> assertThat(job.getSpec().podRef().getName()).isEqualTo("a"));
    }
}
