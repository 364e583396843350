package io.koordbridge.descheduler.decide.run;

import static io.koordbridge.descheduler.decide.scene.ScenePods.on;
import static io.koordbridge.descheduler.decide.scene.ScenePods.pod;
import static io.koordbridge.descheduler.decide.scene.ScenePods.with;
import static io.koordbridge.descheduler.decide.scene.SceneView.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.OtherNodes.Places;
import io.koordbridge.descheduler.decide.scene.SceneView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class OtherNodesTest {

    private static final List<NodeFacts> NODES = List.of(node("n1", Map.of()), node("n2", Map.of()));

    private static UnaryOperator<PodBuilder> cpu(String amount) {
        return pod -> pod.editSpec()
                .addNewContainer()
                .withName("c")
                .withNewResources()
                .addToRequests("cpu", new Quantity(amount))
                .endResources()
                .endContainer()
                .endSpec();
    }

    private static Optional<String> target(PodFacts pod, PodFacts... there) {
        return target(Places.COUNT, pod, there);
    }

    private static Optional<String> target(Places places, PodFacts pod, PodFacts... there) {
        SceneView view = new SceneView(Instant.parse("2026-03-01T10:00:00Z"), NODES, List.of(there));
        return new OtherNodes(view, NODES, places).target(pod);
    }

    @Test
    void requestsOfTheNodesPodsCount() {
        PodFacts large = pod("d", "large", with(on("n9"), cpu("5")));

        assertThat(target(large)).contains("n1");
        assertThat(target(large, pod("d", "a", with(on("n1"), cpu("4"))))).contains("n2");
        assertThat(target(large, pod("d", "a", with(on("n1"), cpu("4"))), pod("d", "b", with(on("n2"), cpu("4")))))
                .isEmpty();
    }

    @Test
    void podsThatAreDoneTakeNothing() {
        PodFacts done = pod(
                "d",
                "a",
                with(
                        on("n1"),
                        cpu("8"),
                        pod -> pod.editStatus().withPhase("Succeeded").endStatus()));

        assertThat(target(pod("d", "large", with(on("n9"), cpu("5"))), done)).contains("n1");
    }

    @Test
    void hugeRequestsLeaveNothing() {
        PodFacts[] huge = {pod("d", "a", with(on("n1"), cpu("9e15"))), pod("d", "b", with(on("n1"), cpu("9e15")))};

        assertThat(target(pod("d", "small", with(on("n9"), cpu("1"))), huge)).contains("n2");
    }

    @Test
    void theOwnNodeOfAPodIsNotAnswered() {
        assertThat(target(pod("d", "a", with(on("n1"), cpu("1"))))).contains("n2");
        assertThat(target(pod("d", "a", with(on("n2"), cpu("1"))))).contains("n1");
        assertThat(target(pod("d", "a", with(on("n1"), cpu("1"))), pod("d", "b", with(on("n2"), cpu("8")))))
                .isEmpty();
    }

    @Test
    void hostPortsCountWherePlacesDo() {
        UnaryOperator<PodBuilder> port = pod -> pod.editSpec()
                .addNewContainer()
                .withName("p")
                .addNewPort()
                .withContainerPort(80)
                .withHostPort(80)
                .endPort()
                .endContainer()
                .endSpec();
        PodFacts taken = pod("d", "a", with(on("n1"), port));
        PodFacts moving = pod("d", "b", with(on("n9"), port));

        assertThat(target(Places.COUNT, moving, taken)).contains("n2");
        assertThat(target(Places.DO_NOT_COUNT, moving, taken)).contains("n1");
    }
}
