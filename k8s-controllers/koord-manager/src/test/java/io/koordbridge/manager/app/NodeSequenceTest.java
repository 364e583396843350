package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What one pass leaves for the next, where the node changes in between or under its hands. */
class NodeSequenceTest {

    private static final String THIRD_PARTY = "node.koordinator.sh/thirdPartyAllocations";
    private static final String STRATEGY = "node.koordinator.sh/colocation-strategy";
    private static final String RESERVATION = "node.koordinator.sh/reservation";
    private static final String STEPS =
            "{\"enable\": true, \"extensions\": {\"damping\": {\"growStepPercent\": 10, \"growIntervalSeconds\": 60}}}";
    private static final String YARN_HOLDS_4000 = """
            {"allocations":[{"name":"hadoop-yarn","priority":"koord-batch",
             "resources":{"kubernetes.io/batch-cpu":"4000","kubernetes.io/batch-memory":"1Gi"}}]}""";

    private static SinglePasses passes;
    private static int nodes;
    private final String node = "n" + ++nodes;

    @BeforeAll
    static void start() {
        passes = new SinglePasses("{\"enable\": true}");
    }

    @BeforeEach
    void createNode() {
        passes.configure(Map.of("colocation-config", "{\"enable\": true}"));
        passes.plane.createNode(node);
        passes.report(node, "1", Instant.now().minusSeconds(30));
    }

    @AfterAll
    static void stop() {
        passes.close();
    }

    @Test
    void aNodeThatWasMadeAgainUnderItsNameGrowsLikeAnyNewOne() {
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(8600);
        passes.configure(Map.of("colocation-config", STEPS));
        passes.pass(node);

        makeAgain();
        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(1600);
    }

    @Test
    void aRecreatedNodeOwesNothingToTheEarlierLease() {
        passes.plane.annotate(node, THIRD_PARTY, YARN_HOLDS_4000);
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(4600);

        makeAgain();
        passes.plane.annotate(node, THIRD_PARTY, "{\"allocations\": 7}");
        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(8600);
    }

    @Test
    void aTypoInOneEntryHandsItsShareOutToNoPod() {
        passes.plane.annotate(node, THIRD_PARTY, shares("2000", "koord-batch", "2000"));
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(4600);

        passes.plane.annotate(node, THIRD_PARTY, shares("2000", "koord-bach", "2000"));
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(4600);

        passes.plane.annotate(node, THIRD_PARTY, shares("3000", "koord-batch", "-2000"));
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(3600);

        passes.plane.annotate(node, THIRD_PARTY, shares("3000", "koord-mid", "2000"));
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(5600);
    }

    private static String shares(String yarn, String priority, String other) {
        return """
                {"allocations": [
                  {"name": "hadoop-yarn", "priority": "koord-batch", "resources": {"kubernetes.io/batch-cpu": "%s"}},
                  {"name": "other", "priority": "%s", "resources": {"kubernetes.io/batch-cpu": "%s"}}]}""".formatted(yarn, priority, other);
    }

    @Test
    void aReplicaThatLeadsAgainTakesWhatTheNodeShowsForWhatYarnHolds() {
        passes.plane.annotate(node, THIRD_PARTY, YARN_HOLDS_4000);
        passes.pass(node);
        show("kubernetes.io/batch-cpu", "6600");
        passes.plane.annotate(node, THIRD_PARTY, "{\"allocations\": 7}");

        passes.reconciler().begin();
        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(6600);
    }

    @Test
    void aReplicaThatLeadsAgainWritesWhateverDiffers() {
        passes.pass(node);
        passes.report(node, "990m", Instant.now().minusSeconds(20));
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(8600);

        passes.reconciler().begin();
        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(8610);
    }

    @Test
    void aReplicaThatLeadsAgainForgetsNodesThatWentMeanwhile() {
        passes.pass(node);
        assertThat(passes.reconciler().explain(node)).isPresent();
        passes.plane.client.nodes().withName(node).delete();
        passes.awaitNode(node);

        passes.reconciler().begin();

        assertThat(passes.reconciler().explain(node)).isEmpty();
    }

    @Test
    void aReplicaThatLeadsAgainStillExplainsNodesThatStayed() {
        passes.pass(node);

        passes.reconciler().begin();

        assertThat(passes.reconciler().explain(node)).isPresent();
    }

    @Test
    void whatSomebodyElseWroteMeanwhileIsReadAndKept() {
        passes.beforeNextWrite(() -> {
            passes.plane.annotate(node, "example.com/other", "1");
            passes.plane.annotate(node, RESERVATION, "{\"resources\": {\"cpu\": \"3\"}}");
        });

        passes.pass(node);

        assertThat(passes.plane.annotation(node, "example.com/other")).isEqualTo("1");
        assertThat(batchCpu()).isEqualTo(6600);
    }

    @Test
    void aNodeThatGoesWhileAPassIsUnderWayIsLeftAlone() {
        passes.beforeNextWrite(() -> passes.plane.client.nodes().withName(node).delete());

        assertThat(passes.pass(node).failed()).isFalse();
        assertThat(passes.plane.node(node)).isNull();
    }

    @Test
    void aNodeThatIsReplacedWhileAPassIsUnderWayGetsItsOwnNumbers() {
        passes.pass(node);
        passes.configure(Map.of("colocation-config", STEPS));
        passes.report(node, "3", Instant.now().minusSeconds(20));
        passes.beforeNextWrite(this::makeAgain);

        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(1600);
    }

    @Test
    void aReportThatComesBackBringsTheCapacityBack() {
        passes.pass(node);
        passes.report(node, "1", Instant.now().minus(Duration.ofMinutes(16)));
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(-1);

        passes.report(node, "1", Instant.now());
        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(8600);
    }

    @Test
    void aNodeThatIsSwitchedOffAndOnAgainShowsWhatItShowedBefore() {
        passes.pass(node);
        Node before = passes.plane.node(node);
        passes.plane.annotate(node, STRATEGY, "{\"enable\": false}");
        passes.pass(node);
        assertThat(passes.plane.node(node).getStatus().getAllocatable().values())
                .filteredOn(Objects::nonNull)
                .containsExactlyInAnyOrder(new Quantity("16"), new Quantity("64Gi"));

        passes.plane.annotate(node, STRATEGY, null);
        passes.pass(node);

        assertThat(passes.plane.node(node).getStatus().getAllocatable())
                .isEqualTo(before.getStatus().getAllocatable());
    }

    @Test
    void labelsMoveANodeFromOneStrategyToAnotherAndBack() {
        passes.configure(Map.of("colocation-config", """
                {"enable": true, "nodeConfigs": [
                  {"name": "a", "nodeSelector": {"matchLabels": {"pool": "a"}}, "cpuReclaimThresholdPercent": 50},
                  {"name": "off", "nodeSelector": {"matchLabels": {"pool": "off"}}, "enable": false}]}"""));

        assertThat(batchCpuIn("a")).isEqualTo(7000);
        assertThat(batchCpuIn("off")).isEqualTo(-1);
        assertThat(batchCpuIn("none")).isEqualTo(8600);
        assertThat(batchCpuIn("a")).isEqualTo(7000);
    }

    @Test
    void aTypingErrorHandsNothingReservedToBatchWork() {
        passes.plane.annotate(node, RESERVATION, "{\"resources\": {\"cpu\": \"4\", \"memory\": \"8Gi\"}}");
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(5600);

        passes.plane.annotate(node, RESERVATION, "{\"resources\": {\"cpu\": \"4\", \"memory\": \"8GiB\"}}");
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(5600);

        passes.reconciler().begin();
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(5600);

        makeAgain();
        passes.plane.annotate(node, RESERVATION, "{\"resources\": {\"cpu\": \"4\", \"memory\": \"8GiB\"}}");
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(8600);
    }

    @Test
    void aReservationThatGoesGivesItsPartBack() {
        passes.plane.annotate(node, RESERVATION, "{\"reservedCPUs\": \"0-3\"}");
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(5600);

        passes.plane.annotate(node, RESERVATION, null);
        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(8600);
    }

    private long batchCpuIn(String pool) {
        passes.plane.label(node, "pool", pool);
        passes.pass(node);
        return batchCpu();
    }

    private long batchCpu() {
        return passes.plane.batchMilliCpu(node);
    }

    /** With an agent that reports; what its predecessor reported says nothing of it. */
    private void makeAgain() {
        passes.plane.client.nodes().withName(node).delete();
        passes.plane.createNode(node);
        passes.report(node, "1", Instant.now().minusSeconds(10));
    }

    private void show(String resource, String amount) {
        passes.plane.showAllocatable(node, resource, amount);
    }
}
