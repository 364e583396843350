package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.ManagerState;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportCheckTest {

    private static final YarnAmount GOOD = new YarnAmount(8, 16_384);

    private static ReportedNode node(String host, int port, YarnAmount capability, YarnAmount used) {
        return new ReportedNode(host, port, ManagerState.LIVE, "RUNNING", capability, used, 1, "", "", Map.of());
    }

    private static String problem(ReportedNode node) {
        return ReportCheck.firstBad(node).map(ReportCheck.BadField::text).orElse("");
    }

    @Test
    void takesAPlausibleNode() {
        assertThat(ReportCheck.firstBad(node("nm", 45454, GOOD, YarnAmount.ZERO)))
                .isEmpty();
    }

    @Test
    void namesFieldValueAndRange() {
        assertThat(problem(node("", 1, GOOD, GOOD))).isEqualTo("nodeId.host = '': want a host name");
        assertThat(problem(node("nm", 0, GOOD, GOOD))).isEqualTo("nodeId.port = 0: want 1 to 65535");
        assertThat(problem(node("nm", 1, new YarnAmount(-1, 0), GOOD)))
                .isEqualTo("capability.vcores = -1: want 0 to 1000000");
        assertThat(problem(node("nm", 1, GOOD, new YarnAmount(0, 1L << 31))))
                .isEqualTo("used.memoryMB = 2147483648: want 0 to 1073741824");
    }

    @Test
    void refusesAStateThatYarnDoesNotHave() {
        ReportedNode odd = new ReportedNode("nm", 1, ManagerState.UNKNOWN, "SLEEPING", GOOD, GOOD, 1, "", "", Map.of());

        assertThat(problem(odd)).isEqualTo("nodeState = SLEEPING: want a state of YARN");
    }

    @Test
    void refusesDemandThatNoSumCanBe() {
        assertThat(ReportCheck.firstBad(new PendingDemand(1L << 40, 0))).isEmpty();
        assertThat(ReportCheck.firstBad(new PendingDemand(Long.MAX_VALUE, 0))).isPresent();
        assertThat(ReportCheck.firstBad(new PendingDemand(0, -1)))
                .map(ReportCheck.BadField::field)
                .contains("pendingMemoryMB");
    }
}
