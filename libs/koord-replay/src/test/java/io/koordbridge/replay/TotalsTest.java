package io.koordbridge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TotalsTest {

    private static NodeResult node(long milliCpu, double seconds, double offered, double memorySeconds) {
        return new NodeResult(
                "n",
                "all",
                new NodeSize(milliCpu, 100),
                new NodeResult.Seconds(seconds, seconds / 4, memorySeconds, 0),
                new NodeResult.CpuSums(
                        milliCpu * seconds / 2, offered * seconds, offered * seconds / 2, offered * seconds * 2, 0),
                new NodeResult.MemorySums(40 * memorySeconds, 10 * memorySeconds),
                new NodeResult.Counts(10, 2, 8, 4, 6, 1),
                new NodeResult.Tenth(offered / 2, 5));
    }

    @Test
    void weighsBySizeAndTime() {
        Totals totals = Totals.of(List.of(node(1000, 86_400, 100, 86_400), node(3000, 86_400, 900, 0)));

        assertThat(totals.nodes()).isEqualTo(2);
        assertThat(totals.nodeDays()).isEqualTo(2);
        assertThat(totals.cpu().usedPercent()).isEqualTo(50);
        assertThat(totals.cpu().offeredPercent()).isEqualTo(25);
        assertThat(totals.cpu().deliveredPercent()).isEqualTo(12.5);
        assertThat(totals.cpu().usedAfterPercent()).isEqualTo(62.5);
        assertThat(totals.cpu().shortMinutesPercent()).isEqualTo(25);
        assertThat(totals.cpu().oracleSharePercent()).isEqualTo(50);
        assertThat(totals.cpu().milliCpu()).isEqualTo(1000);
        assertThat(totals.cpu().tenthMilliCpu()).isEqualTo(500);
        assertThat(totals.equalsNodes()).isEqualTo(0.25);
        assertThat(totals.perNodeDay()).isEqualTo(new Totals.PerNodeDay(10, 2, 8, 4, 6, 1));
        assertThat(totals.memory().knownPercent()).isEqualTo(50);
        assertThat(totals.memory().offeredPercent()).isEqualTo(10);
        assertThat(totals.memory().tenthBytes()).isEqualTo(5);
    }

    @Test
    void nodesOfWhichNothingIsKnownDoNotCount() {
        Totals none = Totals.of(List.of(node(1000, 0, 0, 0)));

        assertThat(none).isEqualTo(Totals.of(List.of()));
        assertThat(none.nodes()).isZero();
        assertThat(none.cpu().offeredPercent()).isZero();
        assertThat(none.equalsNodes()).isZero();
    }
}
