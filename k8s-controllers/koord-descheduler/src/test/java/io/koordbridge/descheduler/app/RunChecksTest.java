package io.koordbridge.descheduler.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.nodecheck.NodeTaint;
import io.koordbridge.descheduler.decide.arbitration.EvictionFilters;
import io.koordbridge.descheduler.decide.limit.EvictionLimits;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.descheduler.decide.scene.ScenePods;
import io.koordbridge.descheduler.decide.scene.SceneView;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunChecksTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final String FIT = "{defaultJobMode: EvictDirectly, nodeFit: true}";
    private static final NodeFacts OWN = SceneView.node("n1", Map.of());

    private static PodFacts pod(String name, String node, String cpu) {
        return ScenePods.pod(
                "shop",
                name,
                ScenePods.with(
                        ScenePods.of("web"),
                        ScenePods.on(node),
                        pod -> pod.editSpec()
                                .addNewContainer()
                                .withName("main")
                                .withNewResources()
                                .addToRequests("cpu", new Quantity(cpu))
                                .endResources()
                                .endContainer()
                                .endSpec()));
    }

    private static RunChecks checks(ProcessSettings settings, EvictionLimits limits, SceneView view) {
        EvictionFilters filters =
                EvictionFilters.ofRun(settings.migration(), new FixedPicture(view), (pod, policy) -> Verdict.ALLOWED);
        return new RunChecks(filters, limits, view, settings.migration().nodeFit());
    }

    private static RunChecks checks(String args, SceneView view) {
        ProcessSettings settings = Configurations.settings(args, "{}");
        return checks(settings, new EvictionLimits(settings.limits(), NOW), view);
    }

    private static SceneView view(List<NodeFacts> nodes, PodFacts... pods) {
        return new SceneView(NOW, nodes, List.of(pods));
    }

    @Test
    void anotherNodeMustHaveRoomForThePod() {
        PodFacts asked = pod("asked", "n1", "5");
        NodeFacts other = SceneView.node("n2", Map.of());
        RunChecks room = checks(FIT, view(List.of(OWN, other), asked, pod("small", "n2", "3")));
        RunChecks full = checks(FIT, view(List.of(OWN, other), asked, pod("large", "n2", "4")));
        RunChecks single = checks(FIT, view(List.of(OWN), asked));

        assertThat(room.preEvictionFilter(asked)).isEqualTo(Verdict.ALLOWED);
        assertThat(full.preEvictionFilter(asked).check()).isEqualTo("NodeFit");
        assertThat(single.preEvictionFilter(asked).check()).isEqualTo("NodeFit");
    }

    @Test
    void aTaintAndANodeThatIsNotReadyLeaveNoRoom() {
        PodFacts asked = pod("asked", "n1", "1");
        NodeFacts tainted = SceneView.node("n2", Map.of(), new NodeTaint("gpu", "", "NoSchedule"));
        NodeFacts ready = SceneView.node("n3", Map.of());
        NodeFacts away = new NodeFacts(ready.traits(), false, ready.allocatable(), ready.capacity());

        assertThat(checks(FIT, view(List.of(OWN, tainted, away), asked))
                        .preEvictionFilter(asked)
                        .allowed())
                .isFalse();
        assertThat(checks(FIT, view(List.of(OWN, tainted, ready), asked))
                        .preEvictionFilter(asked)
                        .allowed())
                .isTrue();
    }

    @Test
    void withoutNodeFitNoNodeIsLookedAt() {
        PodFacts asked = pod("asked", "n1", "5");

        assertThat(checks("{defaultJobMode: EvictDirectly, nodeFit: false}", view(List.of(OWN), asked))
                        .preEvictionFilter(asked))
                .isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void thePodsOfASchedulerWithoutReservationsStay() {
        PodFacts asked = pod("asked", "n1", "1");

        assertThat(checks("{defaultJobMode: ReservationFirst}", view(List.of(OWN), asked))
                        .filter(asked)
                        .check())
                .isEqualTo("SchedulerNames");
        assertThat(checks(FIT, view(List.of(OWN), asked)).filter(asked)).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void theLimitOfTheNamespaceKeepsAPodAndSaysItsNumbers() {
        PodFacts asked = pod("asked", "n1", "1");
        ProcessSettings settings = Configurations.settings(
                "{defaultJobMode: EvictDirectly, objectLimiters: {namespace: {duration: 5m, maxMigrating: 1}}}", "{}");
        EvictionLimits limits = new EvictionLimits(settings.limits(), NOW);
        SceneView view = view(List.of(OWN), asked);
        RunChecks checks = checks(settings, limits, view);
        assertThat(checks.limit(asked)).isEqualTo(Verdict.ALLOWED);

        limits.evicted(pod("first", "n1", "1"), view.workloads(), NOW);

        assertThat(checks.limit(asked).allowed()).isFalse();
        assertThat(checks.limit(asked).message()).isNotEmpty();
        SceneView later = new SceneView(NOW.plus(Duration.ofMinutes(6)), view.nodes(), view.pods());
        assertThat(checks(settings, limits, later).limit(asked)).isEqualTo(Verdict.ALLOWED);
    }
}
