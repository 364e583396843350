package io.koordbridge.yarnoperator.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.yarnoperator.ledger.LedgerEntry.Grace;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerCheckTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private static final BatchAmount ALL = new BatchAmount(100_000, 1_000);

    private static List<LedgerRow> rows(long yarnMilliCpu, boolean known, boolean shrinking) {
        return rows(yarnMilliCpu, ALL, BatchAmount.ZERO, known, shrinking, false);
    }

    private static List<LedgerRow> rows(
            long yarnMilliCpu,
            BatchAmount lease,
            BatchAmount published,
            boolean known,
            boolean shrinking,
            boolean late) {
        return LedgerCheck.rows(new LedgerEntry(
                "n1",
                new BatchAmount(10_000, 100),
                new BatchAmount(3_000, 10),
                new BatchAmount(1_000, 10),
                new BatchAmount(yarnMilliCpu, 80),
                new BatchAmount(1_000, 20),
                lease,
                published,
                known,
                new Grace(shrinking, late)));
    }

    @Test
    void addsUpPodsThirdPartiesAndYarn() {
        LedgerRow cpu = rows(6_000, true, false).get(0);

        assertThat(cpu.sum()).isEqualTo(10_000);
        assertThat(cpu.excess()).isZero();
        assertThat(cpu.verdict()).isEqualTo(LedgerStatus.OK);
    }

    @Test
    void isBrokenByASingleUnitWithoutAShrink() {
        LedgerRow cpu = rows(6_001, true, false).get(0);

        assertThat(cpu.excess()).isEqualTo(1);
        assertThat(cpu.verdict()).isEqualTo(LedgerStatus.BROKEN);
    }

    @Test
    void drainsInsideAnAnnouncedShrink() {
        assertThat(rows(6_001, true, true).get(0).verdict()).isEqualTo(LedgerStatus.DRAINING);
    }

    @Test
    void hasNoVerdictWithoutAFreshReport() {
        assertThat(LedgerStore.worst(rows(1, false, false))).isEqualTo(LedgerStatus.NO_DATA);
        assertThat(LedgerStore.worst(List.of())).isEqualTo(LedgerStatus.NO_DATA);
    }

    @Test
    void allowsTheMinimumOfANodeThatOffersLess() {
        LedgerRow cpu = LedgerCheck.rows(new LedgerEntry(
                        "n1",
                        BatchAmount.ZERO,
                        BatchAmount.ZERO,
                        BatchAmount.ZERO,
                        new BatchAmount(1_000, 0),
                        new BatchAmount(1_000, 0),
                        new BatchAmount(1_000, 0),
                        BatchAmount.ZERO,
                        true,
                        new Grace(false, false)))
                .get(0);

        assertThat(cpu.verdict()).isEqualTo(LedgerStatus.OK);
        assertThat(cpu.excess()).isEqualTo(1_000);
    }

    @Test
    void countsChecksAndRemembersSinceWhenANodeIsBroken() {
        LedgerStore book = new LedgerStore();

        assertThat(book.enter("n1", rows(6_001, true, false), NOW)).isTrue();
        assertThat(book.enter("n1", rows(6_001, true, false), NOW.plusSeconds(1)))
                .isFalse();
        assertThat(book.summary().brokenSince()).containsEntry("n1", NOW);
        assertThat(book.summary().verdict()).isEqualTo(LedgerStatus.BROKEN);
        book.enter("n1", rows(1, true, false), NOW.plusSeconds(2));

        assertThat(book.summary().verdict()).isEqualTo(LedgerStatus.OK);
        assertThat(book.summary().brokenSince()).isEmpty();
        assertThat(book.summary().checks()).isEqualTo(3);
        assertThat(book.summary().broken()).isEqualTo(2);
    }

    @Test
    void isBrokenWhenPodsAreOfferedForLongWhatYarnHas() {
        BatchAmount offer = new BatchAmount(3_001, 0);
        List<LedgerRow> early = rows(6_000, ALL, offer, true, false, false);

        assertThat(early.get(0).excess()).isEqualTo(1);
        assertThat(early.get(0).verdict()).isEqualTo(LedgerStatus.DRAINING);
        assertThat(LedgerCheck.shareFollows(early)).isTrue();
        assertThat(rows(6_000, ALL, offer, true, false, true).get(0).verdict()).isEqualTo(LedgerStatus.BROKEN);
    }

    @Test
    void isBrokenWhenYarnSchedulesOnMoreThanIsReserved() {
        LedgerRow cpu = rows(6_000, new BatchAmount(5_000, 100), BatchAmount.ZERO, true, false, false)
                .get(0);

        assertThat(cpu.excess()).isEqualTo(1_000);
        assertThat(cpu.verdict()).isEqualTo(LedgerStatus.BROKEN);
    }
}
