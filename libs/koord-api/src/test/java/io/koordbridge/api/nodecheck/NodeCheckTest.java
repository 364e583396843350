package io.koordbridge.api.nodecheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.TolerationBuilder;
import io.koordbridge.api.quantity.Amounts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeCheckTest {

    private record Free(Map<String, Long> byName) implements Amounts {
        @Override
        public List<String> names() {
            return List.copyOf(byName.keySet());
        }

        @Override
        public long get(String name) {
            return byName.getOrDefault(name, 0L);
        }
    }

    @Test
    void plainRequestsLackWhatANodeDoesNotHaveLeft() {
        Amounts free = new Free(Map.of("cpu", 1000L, "memory", -5L));

        assertThat(NodeCheck.lacking(new Free(Map.of("cpu", 1000L, "memory", 0L)), free))
                .isEmpty();
        assertThat(NodeCheck.lacking(new Free(Map.of("cpu", 1001L, "memory", 1L, "gpu", 1L)), free))
                .containsExactly("cpu", "gpu", "memory");
    }

    @Test
    void aCordonedNodeTakesOnlyPodsThatTolerateIt() {
        Node node = new NodeBuilder(node())
                .editOrNewSpec()
                .withUnschedulable(true)
                .endSpec()
                .build();

        assertThat(obstacles(new PodBuilder().build(), node)).containsExactly(NodeObstacle.CORDONED);
        assertThat(obstacles(tolerating("node.kubernetes.io/unschedulable", "Exists", "", "NoSchedule"), node))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "gpu, Equal, a100, NoSchedule, true",
        "gpu, , a100, , true",
        "gpu, Equal, h100, NoSchedule, false",
        "gpu, Exists, , , true",
        ", Exists, , , true",
        "gpu, Exists, , NoExecute, false",
        "other, Exists, , , false",
        "gpu, Gt, 1, , false",
    })
    void aTaintKeepsPodsAwayThatDoNotTolerateIt(
            String key, String operator, String value, String effect, boolean fits) {
        Node node = tainted("NoSchedule");

        assertThat(obstacles(tolerating(key, operator, value, effect), node).isEmpty())
                .isEqualTo(fits);
    }

    @Test
    void aTaintThatOnlyMakesANodeLessWelcomeIsNoObstacle() {
        assertThat(obstacles(new PodBuilder().build(), tainted("PreferNoSchedule")))
                .isEmpty();
        assertThat(obstacles(new PodBuilder().build(), tainted("NoExecute"))).containsExactly(NodeObstacle.TAINT);
    }

    @Test
    void oneTermOfSeveralSufficesAndOneWithoutRulesMatchesNothing() {
        LabelRule ofZone = new LabelRule("zone", LabelRule.Operator.IN, List.of("a"));
        LabelRule ofName = new LabelRule("metadata.name", LabelRule.Operator.IN, List.of("n1"));
        NodeTerm other = new NodeTerm(List.of(new LabelRule("zone", LabelRule.Operator.IN, List.of("b"))), List.of());

        assertThat(matches(other, new NodeTerm(List.of(ofZone), List.of(ofName))))
                .isTrue();
        assertThat(matches(other, NodeTerm.NOTHING)).isFalse();
    }

    @Test
    void everyLabelOfTheSelectorHasToBeThere() {
        Pod pod = new PodBuilder()
                .withNewSpec()
                .withNodeSelector(Map.of("zone", "a", "disk", "ssd"))
                .endSpec()
                .build();

        assertThat(obstacles(pod, node())).containsExactly(NodeObstacle.NODE_AFFINITY);
    }

    @Test
    void namesEveryResourceThatDoesNotSuffice() {
        NodeRoom room = new NodeRoom(new Free(Map.of("cpu", 1_000L, "memory", 10L)), 0, Set.of());

        assertThat(NodeCheck.shortages(
                        new Free(Map.of("cpu", 1_001L, "memory", 10L, "example.com/gpu", 1L, "zero", 0L)),
                        PodConstraints.NONE,
                        room))
                .containsExactly("cpu", "example.com/gpu", NodeCheck.PODS);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, TCP, 80, true",
        "10.0.0.1, TCP, 80, true",
        "10.0.0.2, TCP, 80, false",
        "10.0.0.1, UDP, 80, false",
        "10.0.0.1, TCP, 81, false",
    })
    void aHostPortIsTakenOnce(String address, String protocol, int port, boolean conflict) {
        NodeRoom room = new NodeRoom(new Free(Map.of()), 5, Set.of(new HostPort("10.0.0.1", "TCP", 80)));
        PodConstraints pod = new PodConstraints(
                Map.of(), List.of(), List.of(), Set.of(new HostPort(address, protocol, port)), Set.of());

        assertThat(NodeCheck.shortages(new Free(Map.of()), pod, room).contains(NodeCheck.PORTS))
                .isEqualTo(conflict);
    }

    private static boolean matches(NodeTerm... terms) {
        PodConstraints pod = new PodConstraints(Map.of(), List.of(terms), List.of(), Set.of(), Set.of());
        return NodeCheck.obstacles(pod, NodeTraits.of(node())).isEmpty();
    }

    private static Set<NodeObstacle> obstacles(Pod pod, Node node) {
        return NodeCheck.obstacles(PodConstraints.of(pod), NodeTraits.of(node));
    }

    private static Pod tolerating(String key, String operator, String value, String effect) {
        return new PodBuilder()
                .withNewSpec()
                .withTolerations(new TolerationBuilder()
                        .withKey(key)
                        .withOperator(operator)
                        .withValue(value)
                        .withEffect(effect)
                        .build())
                .endSpec()
                .build();
    }

    private static Node tainted(String effect) {
        return new NodeBuilder(node())
                .editOrNewSpec()
                .addNewTaint(effect, "gpu", null, "a100")
                .endSpec()
                .build();
    }

    private static Node node() {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .withLabels(Map.of("zone", "a", "cores", "8"))
                .endMetadata()
                .build();
    }
}
