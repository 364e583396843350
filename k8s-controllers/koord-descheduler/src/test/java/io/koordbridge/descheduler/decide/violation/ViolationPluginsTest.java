package io.koordbridge.descheduler.decide.violation;

import static io.koordbridge.descheduler.decide.scene.ScenePods.of;
import static io.koordbridge.descheduler.decide.scene.ScenePods.on;
import static io.koordbridge.descheduler.decide.scene.ScenePods.pod;
import static io.koordbridge.descheduler.decide.scene.ScenePods.with;
import static io.koordbridge.descheduler.decide.scene.SceneView.node;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.nodecheck.NodeTaint;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.Evictor;
import io.koordbridge.descheduler.decide.run.PluginKind;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.descheduler.decide.scene.SceneView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ViolationPluginsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final String REQUIRED = "{'nodeAffinityType': ['requiredDuringSchedulingIgnoredDuringExecution']}";

    private final List<EvictionRequest> requests = new ArrayList<>();

    private static PluginKind.Made made(String name, String args) {
        PluginKind kind = ViolationPlugins.KINDS.stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        try {
            return kind.factory().apply(PlainJson.MAPPER.readTree(args.replace('\'', '"')));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(args, e);
        }
    }

    private List<String> evicted(String name, String args, List<NodeFacts> nodes, PodFacts... pods) {
        PluginKind.Made made = made(name, args);
        assertThat(made.problems()).isEmpty();
        made.plugin().run(new SceneView(NOW, nodes, List.of(pods)), nodes, new Evictor() {
            @Override
            public Verdict filter(PodFacts pod) {
                return pod.ref().name().equals("kept") ? Verdict.refused("X", "kept") : Verdict.ALLOWED;
            }

            @Override
            public Verdict preEvictionFilter(PodFacts pod) {
                return Verdict.ALLOWED;
            }

            @Override
            public Verdict evict(EvictionRequest request) {
                requests.add(request);
                return Verdict.ALLOWED;
            }
        });
        return requests.stream().map(request -> request.pod().ref().key()).toList();
    }

    private static UnaryOperator<PodBuilder> needs(String disk) {
        return pod -> pod.editSpec()
                .withNewAffinity()
                .withNewNodeAffinity()
                .withNewRequiredDuringSchedulingIgnoredDuringExecution()
                .addNewNodeSelectorTerm()
                .addNewMatchExpression()
                .withKey("disk")
                .withOperator("In")
                .withValues(disk)
                .endMatchExpression()
                .endNodeSelectorTerm()
                .endRequiredDuringSchedulingIgnoredDuringExecution()
                .endNodeAffinity()
                .endAffinity()
                .endSpec();
    }

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

    private static UnaryOperator<PodBuilder> phase(String phase) {
        return pod -> pod.editStatus().withPhase(phase).endStatus();
    }

    private static UnaryOperator<PodBuilder> created(String time) {
        return pod -> pod.editMetadata().withCreationTimestamp(time).endMetadata();
    }

    @Test
    void podsThatViolateTheirAffinityGoIfAnotherNodeFits() {
        List<NodeFacts> nodes = List.of(node("n1", Map.of("disk", "hdd")), node("n2", Map.of("disk", "ssd")));

        assertThat(evicted(
                        "RemovePodsViolatingNodeAffinity",
                        REQUIRED,
                        nodes,
                        pod("d", "wrong", with(on("n1"), needs("ssd"))),
                        pod("d", "kept", with(on("n1"), needs("ssd"))),
                        pod("d", "right", with(on("n1"), needs("hdd"))),
                        pod("d", "nowhere", with(on("n1"), needs("tape"))),
                        pod("d", "large", with(on("n1"), needs("ssd"), cpu("9"))),
                        pod("d", "free", on("n1"))))
                .containsExactly("d/wrong");
        assertThat(requests.get(0).targets()).containsExactly("n2");
        assertThat(requests.get(0).reason())
                .isEqualTo("node n1 does not match the required node affinity; node n2 does");
    }

    @Test
    void podsThatDoNotTolerateATaintGo() {
        NodeTaint dedicated = new NodeTaint("dedicated", "gpu", "NoSchedule");
        NodeTaint soft = new NodeTaint("soft", "", "PreferNoSchedule");
        PodFacts plain = pod("d", "plain", on("n1"));
        PodFacts tolerant = pod(
                "d",
                "tolerant",
                pod -> pod.editSpec()
                        .addNewToleration()
                        .withKey("dedicated")
                        .withOperator("Exists")
                        .endToleration()
                        .endSpec());
        List<NodeFacts> nodes = List.of(node("n1", Map.of(), dedicated, soft));

        assertThat(evicted("RemovePodsViolatingNodeTaints", "{}", nodes, plain, tolerant))
                .containsExactly("d/plain");
        assertThat(requests.get(0).reason()).isEqualTo("taint dedicated=gpu:NoSchedule of node n1 is not tolerated");
        requests.clear();
        assertThat(evicted(
                        "RemovePodsViolatingNodeTaints",
                        "{'excludedTaints': ['dedicated=gpu']}",
                        nodes,
                        plain,
                        tolerant))
                .isEmpty();
        assertThat(evicted(
                        "RemovePodsViolatingNodeTaints", "{'includePreferNoSchedule': true}", nodes, plain, tolerant))
                .containsExactly("d/plain", "d/tolerant");
    }

    @Test
    void failedPodsGoOnceTheyAreOldEnough() {
        List<NodeFacts> nodes = List.of(node("n1", Map.of()));
        PodFacts failed = pod("d", "failed", phase("Failed"));
        PodFacts young = pod("d", "young", with(phase("Failed"), created("2026-03-01T09:30:00Z")));
        PodFacts owned = pod("d", "owned", with(phase("Failed"), of("rs")));

        assertThat(evicted("RemoveFailedPods", "{'excludeOwnerKinds': ['ReplicaSet']}", nodes, failed, young, owned))
                .containsExactly("d/failed");
        requests.clear();
        assertThat(evicted(
                        "RemoveFailedPods",
                        "{'minPodLifetimeSeconds': 60}",
                        nodes,
                        failed,
                        young,
                        pod("d", "running", pod -> pod)))
                .containsExactly("d/failed", "d/young");
    }

    @Test
    void theOldestPodsOfAllNodesGoFirst() {
        List<NodeFacts> nodes = List.of(node("n1", Map.of()), node("n2", Map.of()));
        PodFacts old = pod("d", "old", with(on("n2"), created("2026-02-01T00:00:00Z")));
        PodFacts newer = pod("d", "newer", with(on("n1"), created("2026-02-02T00:00:00Z")));
        PodFacts pending = pod("d", "pending", with(on("n1"), phase("Pending"), created("2026-01-01T00:00:00Z")));
        PodFacts unknown = pod("d", "unknown", created(""));
        PodFacts leaving = pod(
                "d",
                "leaving",
                pod -> pod.editMetadata()
                        .withDeletionTimestamp("2026-03-01T09:00:00Z")
                        .endMetadata());

        assertThat(evicted(
                        "PodLifeTime",
                        "{'maxPodLifeTimeSeconds': 3600, 'states': ['Running'], 'namespaces': {'include': ['d']}}",
                        nodes,
                        newer,
                        old,
                        pending,
                        unknown,
                        leaving,
                        pod("e", "elsewhere", created("2026-01-01T00:00:00Z"))))
                .containsExactly("d/old", "d/newer");
        assertThat(requests.get(0).reason()).isEqualTo("the pod is 2455200 s old; the limit is 3600 s");
    }

    @Test
    void whatCannotBeJudgedIsRejectedByName() {
        assertThat(made("RemoveFailedPods", "{'reasons': ['OOMKilled'], 'exitCodes': [1], 'nonsense': 1}")
                        .problems())
                .hasSize(3)
                .contains(
                        "invalid reasons: '[\"OOMKilled\"]'; allowed: nothing (the field is known, not built: states of"
                                + " containers are not read)");
        assertThat(made("RemoveFailedPods", "{'reasons': [], 'includingInitContainers': false}")
                        .problems())
                .isEmpty();
        assertThat(made("PodLifeTime", "{'states': ['CrashLoopBackOff']}").problems())
                .containsExactlyInAnyOrder(
                        "invalid maxPodLifeTimeSeconds: ''; allowed: a whole number from 0 to 2147483647, it must be given",
                        "invalid states: '[\"CrashLoopBackOff\"]'; allowed: Failed, Pending, Running, Succeeded, Unknown"
                                + " (reasons of containers are known, not built)");
        assertThat(made("RemovePodsViolatingNodeAffinity", "{}").problems()).hasSize(1);
        assertThat(made("RemovePodsViolatingNodeTaints", "{'namespaces': {'include': ['a'], 'exclude': ['b']}}")
                        .problems())
                .singleElement()
                .asString()
                .endsWith("allowed: only one of include and exclude");
    }
}
