package io.koordbridge.capacity.stages;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.onlineuse.OnlineEstimate;
import io.koordbridge.capacity.onlineuse.UsageLevels;
import io.koordbridge.capacity.plan.EstimatedPasses;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.ResourceNames;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The agent reports no online sum. Online work of a node of 16 cores used 9.6 cores twenty minutes ago and uses 3.2 now, batch work always
 * 4; the node shows 0.1 cores of the 9.6 that its threshold leaves when another process takes over.
 */
class LeftOutWindowsTest {

    private static final long SHOWN = 100;
    private static final long BY_FIVE_MINUTES = 9600 - 3200;
    private static final String P95 = """
            {"enable": true, "cpuUsageEstimate": "p95", "cpuUsageEstimateWindowSeconds": 1800}""";
    private static final String P95_SHORT = """
            {"enable": true, "cpuUsageEstimate": "p95", "cpuUsageEstimateWindowSeconds": 300}""";
    private static final String RISK = "{\"enable\": true, \"riskPercent\": 1}";
    private static final String RESUMED = "{\"cpu\": \"p99/1800+2.0 care 2.10\", \"cpuRiskPercent\": 1}";

    private final EstimatedPasses node = new EstimatedPasses();

    @ParameterizedTest
    @ValueSource(strings = {P95, RISK})
    void anotherLeaderOffersNoMoreUntilItKnowsTheLongestWindow(String strategy) {
        node.showing(SHOWN);
        node.annotated(Map.of(Annotations.NODE_RISK_CHOICE, RESUMED));
        for (int minute = 0; minute < 30; minute++) {
            assertThat(published(pass(strategy, 13_600)))
                    .as("minute %d", minute)
                    .isLessThanOrEqualTo(SHOWN);
        }

        NodePlan known = pass(strategy, 13_600);

        assertThat(published(known)).as("by the peak, which is known").isLessThanOrEqualTo(SHOWN);
        assertThat(estimate(known).waits()).isFalse();
        assertThat(published(pass(strategy, 7200))).isGreaterThan(5000);
    }

    @Test
    void aWindowThatIsNotAskedForHoldsNothing() {
        node.showing(SHOWN);
        for (int minute = 0; minute < 5; minute++) {
            assertThat(published(pass(P95_SHORT, 13_600))).isEqualTo(SHOWN);
        }

        assertThat(published(pass(P95_SHORT, 13_600))).isEqualTo(BY_FIVE_MINUTES);
    }

    @Test
    void theOfferFallsByTheWindowsThatAreKnown() {
        node.showing(9000);
        for (int minute = 0; minute < 5; minute++) {
            pass(P95, 13_600);
        }

        NodePlan plan = pass(P95, 13_600);

        assertThat(published(plan)).isEqualTo(BY_FIVE_MINUTES);
        assertThat(estimate(plan).cpu().words())
                .isEqualTo("p95 of 5 min; nothing grows until the use of batch work is known for as long as the"
                        + " percentiles are");
    }

    @Test
    void aNodeThatReportsOnlyLongWindowsWaitsForThem() {
        node.showing(SHOWN);
        for (int minute = 0; minute < 30; minute++) {
            assertThat(published(node.pass(P95, 3000, node.whole(Map.of(30, 13_600L)))))
                    .as("minute %d", minute)
                    .isEqualTo(SHOWN);
        }

        assertThat(published(node.pass(P95, 3000, node.whole(Map.of(30, 7200L)))))
                .isEqualTo(BY_FIVE_MINUTES);
    }

    @Test
    void aGapBetweenReportsBeginsItAgain() {
        for (int minute = 0; minute <= 30; minute++) {
            pass(P95, 7200);
        }
        node.showing(SHOWN);
        node.gap(16);
        for (int minute = 0; minute < 30; minute++) {
            assertThat(published(pass(P95, 13_600))).as("minute %d", minute).isEqualTo(SHOWN);
        }

        assertThat(published(pass(P95, 7200))).isEqualTo(BY_FIVE_MINUTES);
    }

    /** Each gap makes the use of batch work unknown again; after two hours the windows count in full, so the offer is low but free. */
    @ParameterizedTest
    @ValueSource(strings = {P95, RISK})
    void gapsWithoutEndHoldNothingForMoreThanTwoHours(String strategy) {
        node.showing(SHOWN);
        int minute = 0;
        while (minute < 120) {
            NodePlan plan = pass(strategy, 7200);
            assertThat(published(plan)).as("minute %d", minute).isLessThanOrEqualTo(SHOWN);
            assertThat(estimate(plan).waits()).as("minute %d", minute).isTrue();
            node.gap(19);
            minute += 20;
        }

        NodePlan free = pass(strategy, 7200);

        assertThat(estimate(free).waits()).isFalse();
        assertThat(published(free)).isEqualTo(9600 - 7200);
    }

    private NodePlan pass(String strategy, long peakMilli) {
        return node.pass(strategy, 3000, windows(peakMilli));
    }

    private UsageLevels windows(long peakMilli) {
        return node.whole(Map.of(5, 7200L, 10, 7200L, 30, peakMilli));
    }

    private static OnlineEstimate estimate(NodePlan plan) {
        return plan.terms().result(StageNames.ONLINE_USE, OnlineEstimate.class).orElseThrow();
    }

    private static long published(NodePlan plan) {
        return Quantities.value(plan.wanted().allocatable(), ResourceNames.BATCH_CPU);
    }
}
