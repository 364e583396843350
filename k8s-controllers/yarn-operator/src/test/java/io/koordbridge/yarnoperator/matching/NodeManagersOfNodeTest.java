package io.koordbridge.yarnoperator.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.yarn.YarnNodeId;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Claim;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Way;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The agent's word, with and without pods beside it. */
class NodeManagersOfNodeTest {

    private static final Set<String> DECLARED = Set.of("", "blue");

    private final Node node = new NodeBuilder()
            .withNewMetadata()
            .withName("worker-1")
            .endMetadata()
            .withNewStatus()
            .addNewAddress("10.0.0.7", "InternalIP")
            .addNewAddress("worker-1.dc1.example", "Hostname")
            .endStatus()
            .build();
    private final PodOf onHost = new PodOf("hadoop", "nm-x").hostNetwork();

    private static AgentWord word(String nodeId) {
        return word(nodeId, null, true);
    }

    private static AgentWord word(String nodeId, @Nullable String cluster, boolean current) {
        return new AgentWord(YarnNodeId.parse(nodeId).orElseThrow(), cluster, current);
    }

    private NodeManagersOfNode of(@Nullable AgentWord word, List<Pod> pods, String... reported) {
        return NodeManagersOfNode.of(node, pods, word, DECLARED, Map.of("", Reported.hosts(reported)));
    }

    private static NodeManagerMatch agents(String host, int port, Way way, Claim claim) {
        return new NodeManagerMatch(new NodeManagerRef("", host, port), way, "Node/worker-1", claim);
    }

    @Test
    void anAgentsNodeManagerNeedsNoPodNoPortAndNoName() {
        NodeManagersOfNode found =
                of(word("bare.metal:35001"), List.of(), "bare.metal:35001", "worker-1.dc1.example:8041");

        assertThat(found.matches()).containsExactly(agents("bare.metal", 35_001, Way.AGENT, Claim.AGENT));
        assertThat(found.problems()).isEmpty();
    }

    @Test
    void theAgentTellsWhichOfSeveralOnAHostItIs() {
        NodeManagersOfNode found = of(
                word("worker-1.dc1.example:41777"),
                List.of(onHost.build()),
                "worker-1.dc1.example:35001",
                "worker-1.dc1.example:41777");

        assertThat(found.matches()).containsExactly(agents("worker-1.dc1.example", 41_777, Way.AGENT, Claim.AGENT));
        assertThat(found.problems()).isEmpty();
    }

    @Test
    void aPodIsKnownByItsNamesAndNotByItsLabel() {
        Pod named = onHost.build();
        Pod other = new PodOf("elsewhere", "x").build();

        assertThat(of(word("worker-1.dc1.example:1"), List.of(named), "worker-1.dc1.example:1")
                        .pods())
                .isEqualTo(Map.of("hadoop/nm-x", new NodeManagerRef("", "worker-1.dc1.example", 1)));
        NodeManagersOfNode labelled = of(word("bare.metal:1"), List.of(other), "bare.metal:1");
        assertThat(labelled.pods()).isEmpty();
        assertThat(labelled.unmatched()).as("the agent names the only one").isEmpty();
        assertThat(of(null, List.of(other), "bare.metal:1").unmatched()).containsExactly("elsewhere/x");
        assertThat(of(null, List.of(new PodOf("elsewhere", "x").cluster("green").build()), "bare.metal:1")
                        .unmatched())
                .as("of no cluster that is configured")
                .isEmpty();
    }

    @Test
    void theAgentDecidesWhichOfSeveralAPodIs() {
        assertThat(of(
                                word("worker-1.dc1.example:2"),
                                List.of(onHost.build()),
                                "worker-1.dc1.example:1",
                                "worker-1.dc1.example:2")
                        .pods())
                .isEqualTo(Map.of("hadoop/nm-x", new NodeManagerRef("", "worker-1.dc1.example", 2)));
    }

    @Test
    void anAgentsWordFromBeforeARestartMeansTheOneInUse() {
        assertThat(of(word("h:35001"), List.of(), "h:35001 dead", "h:41777").matches())
                .containsExactly(agents("h", 41_777, Way.AGENT, Claim.AGENT));
        assertThat(of(word("h:41777"), List.of(), "h:35001 dead").matches())
                .as("the new one has not registered, the dead one is not it")
                .containsExactly(agents("h", 41_777, Way.AGENT_UNCONFIRMED, Claim.AGENT));
        assertThat(of(word("h:35001"), List.of(), "h:35001 dead").matches())
                .containsExactly(agents("h", 35_001, Way.AGENT, Claim.AGENT));
    }

    @Test
    void severalThatTheAgentMayMeanAreNoneAndAreNamed() {
        NodeManagersOfNode found = of(word("h:1"), List.of(), "h:1 dead", "h:2", "h:3");

        assertThat(found.matches()).isEmpty();
        assertThat(found.problems())
                .containsExactly(
                        "Node/worker-1: annotation node.koordinator.sh/yarn-nodemanager: nodeId = 'h:1': several"
                                + " NodeManagers may be meant, so none is updated: h:2, h:3");
    }

    @Test
    void severalThatAPodMayMeanAreNoneAndAreNamed() {
        NodeManagersOfNode found = of(
                null,
                List.of(onHost.build()),
                Stream.iterate(1, port -> port < 7, port -> port + 1)
                        .map(port -> "worker-1.dc1.example:" + port)
                        .toArray(String[]::new));

        assertThat(found.matches()).isEmpty();
        assertThat(found.problems())
                .singleElement()
                .asString()
                .startsWith("Pod/hadoop/nm-x: annotation"
                        + " yarn.hadoop.apache.org/node-id: several NodeManagers may be meant, so none is updated:")
                .contains("worker-1.dc1.example:4 and 2 more, want HOST:PORT");
    }

    @Test
    void theAgentReplacesWhatThePodOnlySeemsToMean() {
        Pod named = onHost.nodeId("other:8041").build();

        assertThat(of(word("h:1"), List.of(named), "h:1", "other:8041").matches())
                .containsExactly(agents("h", 1, Way.AGENT, Claim.AGENT));
        assertThat(of(word("h:1"), List.of(named), "other:8041").matches())
                .as("before it has registered")
                .containsExactly(agents("h", 1, Way.AGENT_UNCONFIRMED, Claim.AGENT));
    }

    @Test
    void aSecondNodeManagerOfTheHostIsOneMore() {
        assertThat(of(word("h:1"), List.of(onHost.build()), "h:1", "worker-1.dc1.example:8041")
                        .matches())
                .extracting(one -> one.ref().host())
                .containsExactly("h", "worker-1.dc1.example");
    }

    @Test
    void anAgentThatReportsNoMoreGivesWayToAPodThatRuns() {
        AgentWord left = word("h:1", null, false);

        assertThat(of(left, List.of(onHost.build()), "h:1 dead", "worker-1.dc1.example:8041")
                        .matches())
                .extracting(one -> one.ref().host())
                .containsExactly("worker-1.dc1.example");
        assertThat(of(left, List.of(), "h:1").matches())
                .as("without anyone else it still tells which one it is")
                .containsExactly(agents("h", 1, Way.AGENT, Claim.NAMED));
    }

    @Test
    void theClusterIsTheAgentsElseThePodsElseTheDefault() {
        Map<String, RegisteredHosts> reports =
                Map.of("", Reported.hosts("h:1"), "blue", Reported.hosts("h:1", "other:1"));

        assertThat(cluster(word("h:1", "blue", true), List.of(), reports)).containsExactly("blue");
        assertThat(cluster(word("h:1"), List.of(onHost.cluster("blue").build()), reports))
                .containsExactly("blue");
        assertThat(cluster(word("h:1"), List.of(onHost.cluster("green").build()), reports))
                .as("not configured")
                .containsExactly("");
        assertThat(cluster(word("h:1"), List.of(), reports)).containsExactly("");
    }

    private List<String> cluster(AgentWord word, List<Pod> pods, Map<String, RegisteredHosts> reports) {
        return NodeManagersOfNode.of(node, pods, word, DECLARED, reports).matches().stream()
                .map(one -> one.ref().cluster())
                .toList();
    }

    @Test
    void aPodOfAnotherClusterHasItsOwn() {
        Pod blue = onHost.cluster("blue").build();
        NodeManagersOfNode found = NodeManagersOfNode.of(
                node,
                List.of(blue),
                word("h:1", "", true),
                DECLARED,
                Map.of("", Reported.hosts("h:1"), "blue", Reported.hosts("worker-1.dc1.example:8041")));

        assertThat(found.matches()).extracting(one -> one.ref().cluster()).containsExactly("", "blue");
    }

    @Test
    void looksOnlyIntoTheNamedCluster() {
        assertThat(of(null, List.of(onHost.cluster("blue").build()), "worker-1.dc1.example:8041")
                        .matches())
                .isEmpty();
    }

    @Test
    void twoPodsOfOneNodeManagerAreOneMatch() {
        Pod second = new PodOf("hadoop", "nm-y").hostNetwork().build();

        assertThat(of(null, List.of(onHost.build(), second), "worker-1.dc1.example:8041")
                        .matches())
                .hasSize(1);
    }
}
