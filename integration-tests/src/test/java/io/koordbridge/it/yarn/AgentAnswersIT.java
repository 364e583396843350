package io.koordbridge.it.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnNodeManager.Placement;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.yarn.YarnNodeManagerReader;
import io.koordbridge.it.controlplane.ControlPlaneGate;
import io.koordbridge.it.koordlet.AgentProcess;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the agent says of a NodeManager with a running job, and what it answers to a question at the Node: the truth of that moment. */
@Tag("long")
class AgentAnswersIT {
    private static final Duration LONG = Duration.ofMinutes(3);
    /** A second is promised; the machine is shared. */
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private static final String NODE = "answers-node";
    private static final YarnResource NOTHING = new YarnResource(0L, 0L);

    @TempDir
    private Path temp;

    private RealControlPlane controlPlane;
    private ObjectPatcher patcher;

    @Test
    void aQuestionIsAnsweredWithWhatMastersHoldThen() throws Exception {
        Prerequisite.require(TestCgroups.writable(), "no writable control groups version 1 below " + TestCgroups.ROOT);
        controlPlane = ControlPlaneGate.share();
        patcher = new ObjectPatcher(controlPlane.client(), new MetricRegistry());
        ChartDefinitions.install(controlPlane.client());
        controlPlane.createNode(NODE, Map.of("cpu", "8", "memory", "8Gi", "pods", "110"));
        Path sockets = Files.createDirectory(temp.resolve("yarn"));
        try (JobScene scene = JobScene.start("agent-answers", sockets);
                AgentProcess agent = new AgentProcess(controlPlane.kubeconfig(), NODE, temp)) {
            await("a master").atMost(LONG).until(() -> !held(scene).equals(NOTHING));
            YarnResource held = held(scene);
            await("the agent and its first word").atMost(LONG).until(() -> said().nodeId() != null);
            assertThat(said().answers()).isNull();

            ask("first");
            YarnNodeManager said = answer("first", agent);
            assertThat(said.nodeId()).isEqualTo(scene.nodeManager().nodeId());
            assertThat(said.masters()).isEqualTo(held);
            await("the placement").atMost(LONG).until(() -> said().placement() == Placement.CONFIRMED);
            assertThat(said().strangers()).isFalse();

            scene.job().kill();
            await("no containers")
                    .atMost(LONG)
                    .until(() -> scene.copilot().containers().isEmpty());
            ask("second");
            assertThat(answer("second", agent).masters()).isEqualTo(NOTHING);

            assertStrangersAreSeen(scene);
        }
    }

    /** A process of a container that the NodeManager does not list any more. */
    private void assertStrangersAreSeen(JobScene scene) throws IOException {
        Path group =
                Files.createDirectories(scene.cgroups().containers("memory").resolve("container_1_0001_01_000009"));
        Process process = new ProcessBuilder("sleep", "600").start();
        try {
            Files.writeString(group.resolve("cgroup.procs"), Long.toString(process.pid()));
            await("strangers").atMost(LONG).until(() -> Boolean.TRUE.equals(said().strangers()));
            assertThat(said().placement()).isEqualTo(Placement.CONFIRMED);
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }

    private void ask(String question) {
        patcher.patchAnnotations(
                ObjectAddress.of(Node.class, NODE), Map.of(Annotations.NODE_YARN_QUESTION, question), null);
    }

    private YarnNodeManager answer(String question, AgentProcess agent) {
        await("the answer to " + question)
                .atMost(ANSWER)
                .untilAsserted(
                        () -> assertThat(said().answers()).as(agent.logTail()).isEqualTo(question));
        return said();
    }

    private YarnNodeManager said() {
        Node node = controlPlane.client().nodes().withName(NODE).get();
        YarnNodeManager said = YarnNodeManagerReader.read(node).value();
        return said == null ? YarnNodeManager.of(null, null, null) : said;
    }

    /** By another call than the agent's. */
    private static YarnResource held(JobScene scene) throws IOException {
        List<JsonNode> masters = scene.running("APPLICATION_MASTER");
        return new YarnResource(
                masters.stream().mapToLong(one -> one.path("vcores").asLong()).sum(),
                masters.stream().mapToLong(one -> one.path("memoryMB").asLong()).sum());
    }
}
