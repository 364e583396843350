package io.koordbridge.manager.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.Event;
import io.koordbridge.capacity.plan.NodeExplanation;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.capacity.protection.NodeProtection.State;
import io.koordbridge.manager.explain.NodeRow;
import io.koordbridge.manager.explain.NodeRows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Passes over a node on which online pods are not protected, on an API server; product design section 3.12. */
class UnprotectedNodeSequenceTest {

    private static final String UNPROTECTED = "node.koordinator.sh/unprotected";

    private static SinglePasses passes;
    private static int nodes;
    private final String node = "u" + ++nodes;

    @BeforeAll
    static void start() {
        passes = new SinglePasses("{\"enable\": true}");
    }

    @AfterAll
    static void stop() {
        passes.close();
    }

    @BeforeEach
    void offerUnderLoad() {
        passes.configure(Map.of("colocation-config", "{\"enable\": true}"));
        passes.plane.createNode(node);
        passes.report(node, "4", Instant.now());
        passes.pass(node);
        assertThat(batchCpu()).isEqualTo(5600);
    }

    @Test
    void aNodeWhoseAgentOnlyObservesDoesNotGrowUntilItActsAgain() {
        passes.plane.annotate(node, UNPROTECTED, "observeOnly is set");
        passes.report(node, "1", Instant.now());
        passes.pass(node);
        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(5600);
        NodeProtection protection = explained().terms().protection();
        assertThat(protection.changesAt().orElseThrow())
                .isEqualTo(since(protection).plus(Duration.ofMinutes(5)));
        NodeRow row = NodeRows.of(explained(), Instant.now());
        assertThat(row.reason()).isEqualTo("UNPROTECTED");
        assertThat(row.state()).isEqualTo(NodeRow.State.KEPT);
        assertThat(row.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem)
                        .startsWith("agent: observeOnly is set; batch and mid capacity do not grow, and end at "));
        await().untilAsserted(() -> assertThat(events("NodeUnprotected"))
                .singleElement()
                .satisfies(event -> assertThat(event.getMessage()).startsWith("agent: observeOnly is set; ")));

        passes.plane.annotate(node, UNPROTECTED, null);
        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(8600);
        await().untilAsserted(() -> assertThat(events("NodeProtected")).hasSize(1));
    }

    @Test
    void aNodeWhoseReportIsOlderThanTwoPeriodsDoesNotGrow() {
        passes.report(node, "1", Instant.now().minusSeconds(130));
        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(5600);
        assertThat(explained().terms().protection().state()).isEqualTo(State.STALE);

        passes.report(node, "1", Instant.now());
        passes.pass(node);

        assertThat(batchCpu()).isEqualTo(8600);
    }

    @Test
    void reportsOfAClockThatIsBehindAreOneEvent() {
        for (int seconds : new int[] {130, 127, 124}) {
            passes.report(node, "4", Instant.now().minusSeconds(seconds));
            passes.pass(node);
            assertThat(explained().terms().protection().state()).isEqualTo(State.STALE);
        }
        passes.report(node, "4", Instant.now());
        passes.pass(node);

        await().untilAsserted(() -> assertThat(events("NodeReportFresh")).hasSize(1));
        assertThat(events("NodeReportStale")).hasSize(1);
    }

    @Test
    void aNodeThatWaitsForItsFirstReportGetsNoEvent() {
        String fresh = node + "-new";
        passes.plane.createNode(fresh);
        passes.pass(fresh);
        assertThat(passes.reconciler()
                        .explain(fresh)
                        .orElseThrow()
                        .terms()
                        .protection()
                        .state())
                .isEqualTo(State.UNPROTECTED);
        passes.report(fresh, "4", Instant.now());
        passes.pass(fresh);
        passes.plane.annotate(fresh, UNPROTECTED, "observeOnly is set");
        passes.pass(fresh);

        await().untilAsserted(() -> assertThat(events(fresh, "NodeUnprotected"))
                .singleElement()
                .satisfies(event -> assertThat(event.getMessage()).startsWith("agent: observeOnly is set; ")));
        assertThat(events(fresh, "NodeReportStale")).isEmpty();
        assertThat(events(fresh, "NodeProtected")).isEmpty();
    }

    private static Instant since(NodeProtection protection) {
        Instant since = protection.unprotectedSince();
        assertThat(since).isNotNull();
        return since;
    }

    private NodeExplanation explained() {
        return passes.reconciler().explain(node).orElseThrow();
    }

    private long batchCpu() {
        return passes.plane.batchMilliCpu(node);
    }

    private List<Event> events(String reason) {
        return events(node, reason);
    }

    private static List<Event> events(String name, String reason) {
        return passes.plane.client.v1().events().inAnyNamespace().list().getItems().stream()
                .filter(event -> event.getReason().equals(reason)
                        && event.getInvolvedObject().getName().equals(name))
                .toList();
    }
}
