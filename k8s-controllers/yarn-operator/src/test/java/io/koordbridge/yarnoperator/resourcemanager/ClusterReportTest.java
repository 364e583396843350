package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.ManagerState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterReportTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final YarnAmount SIZE = new YarnAmount(8, 8_192);

    private static ReportedNode node(String host, YarnAmount capability, YarnAmount used) {
        return new ReportedNode(host, 8041, ManagerState.LIVE, "RUNNING", capability, used, 1, "", "", Map.of());
    }

    private static ReportedNode good(String host) {
        return node(host, SIZE, YarnAmount.ZERO);
    }

    private static ClusterReport report(Instant at, ClusterReport before, ReportedNode... nodes) {
        return ClusterReport.of("", at, List.of(nodes), ClusterDemand.UNKNOWN, 1, before);
    }

    @Test
    void anImpossibleReportKeepsTheLastGoodOne() {
        ClusterReport first = report(NOW, null, good("a"), good("b"));
        ClusterReport second = report(
                NOW.plusSeconds(1),
                first,
                node("a", new YarnAmount(-1, 8_192), YarnAmount.ZERO),
                node("b", SIZE, SIZE));
        ClusterReport third =
                report(NOW.plusSeconds(2), second, node("a", new YarnAmount(-2, 8_192), YarnAmount.ZERO), good("b"));

        assertThat(third.nodes().get("a:8041")).isEqualTo(good("a"));
        assertThat(third.asOf("a:8041")).isEqualTo(NOW);
        assertThat(third.asOf("b:8041")).isEqualTo(NOW.plusSeconds(2));
        assertThat(second.nodes().get("b:8041").used()).isEqualTo(SIZE);
        assertThat(third.refused()).containsOnlyKeys("a:8041");
        assertThat(third.refused().get("a:8041").problem())
                .as("a further value of the same field is no news")
                .isEqualTo("report of a:8041 by cluster 'default': capability.vcores = -1: want 0 to 1000000");

        ClusterReport fourth = report(NOW.plusSeconds(3), third, good("a"), good("b"));
        assertThat(fourth.refused()).isEmpty();
        assertThat(fourth.asOf("a:8041")).isEqualTo(NOW.plusSeconds(3));
    }

    @Test
    void aNodeThatNeverHadAGoodReportIsNotKnown() {
        ClusterReport report = report(NOW, null, node("a", SIZE, new YarnAmount(0, -5)));

        assertThat(report.nodes()).isEmpty();
        assertThat(report.refused().get("a:8041").lastGood()).isNull();
    }

    @Test
    void aNodeThatIsNoLongerReportedIsForgotten() {
        ClusterReport first = report(NOW, null, good("a"));
        ClusterReport second = report(NOW.plusSeconds(1), first, node("a", new YarnAmount(1, -1), YarnAmount.ZERO));

        assertThat(report(NOW.plusSeconds(2), second).nodes()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', 8041, RUNNING, 8, 8192, 0, nodeId.host = '': want a host name",
        "a, 0, RUNNING, 8, 8192, 0, nodeId.port = 0: want 1 to 65535",
        "a, 70000, RUNNING, 8, 8192, 0, nodeId.port = 70000: want 1 to 65535",
        "a, 8041, '', 8, 8192, 0, nodeState = nothing: want a state of YARN",
        "a, 8041, RUNNING, 2147483647, 8192, 0, capability.vcores = 2147483647: want 0 to 1000000",
        "a, 8041, RUNNING, 8, 9223372036854775807, 0, capability.memoryMB = 9223372036854775807: want 0 to 1073741824",
        "a, 8041, RUNNING, 8, 8192, -1, numContainers = -1: want 0 to 1000000",
    })
    void namesFieldValueAndRange(
            String host, int port, String state, long vcores, long megabytes, int containers, String text) {
        ReportedNode node = new ReportedNode(
                host,
                port,
                state.isEmpty() ? ManagerState.UNKNOWN : ManagerState.LIVE,
                state,
                new YarnAmount(vcores, megabytes),
                YarnAmount.ZERO,
                containers,
                "",
                "",
                Map.of());

        assertThat(ReportCheck.firstBad(node))
                .hasValueSatisfying(bad -> assertThat(bad.text()).isEqualTo(text));
    }

    @Test
    void aNegativeDemandIsNotKnown() {
        assertThat(ReportCheck.firstBad(new PendingDemand(-3, 0)))
                .hasValueSatisfying(bad -> assertThat(bad.text()).startsWith("pendingVCores = -3: want 0 to "));
        assertThat(ReportCheck.firstBad(new PendingDemand(1_000_000, 1L << 40))).isEmpty();
    }
}
