package io.koordbridge.manager.quotatopology;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.manager.quotatopology.Ruling.Change;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class QuotaMemoryTest {

    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final Instant TOO_LATE = NOW.plus(QuotaMemory.PATIENCE).plusMillis(1);
    private static final QuotaInfo FIVE = quota(5);
    private static final QuotaInfo EIGHT = quota(8);
    private static final Change TO_EIGHT = new Change("a", EIGHT);
    private static final Change DELETION = new Change("a", null);

    private static QuotaInfo quota(int cpu) {
        return QuotaInfo.of(Quotas.leaf("a", "koordinator-root-quota", cpu));
    }

    private static Optional<BigDecimal> minimum(QuotaMemory memory, Instant now) {
        return memory.topology(now).quota("a").map(quota -> quota.min().get("cpu"));
    }

    @Test
    void anOlderEventDoesNotHideWhatWasAcceptedMeanwhile() {
        QuotaMemory memory =
                QuotaMemory.EMPTY.seen(FIVE, NOW).accept(TO_EIGHT, NOW).seen(FIVE, NOW);

        assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(8));
    }

    @Test
    void anAcceptedChangeThatShowsIsRememberedNoLonger() {
        QuotaMemory memory = QuotaMemory.EMPTY.accept(TO_EIGHT, NOW).seen(EIGHT, NOW);

        assertThat(memory.accepted()).isEmpty();
        assertThat(minimum(memory, TOO_LATE)).hasValue(BigDecimal.valueOf(8));
        assertThat(minimum(memory.seen(FIVE, NOW), NOW)).hasValue(BigDecimal.valueOf(5));
    }

    @Test
    void whatSomebodyElseMadeOfAQuotaHoldsAfterAWhile() {
        QuotaMemory memory = QuotaMemory.EMPTY.accept(TO_EIGHT, NOW).seen(FIVE, NOW.plusSeconds(1));

        assertThat(minimum(memory, TOO_LATE)).hasValue(BigDecimal.valueOf(5));
        assertThat(memory.seen(FIVE, TOO_LATE).accepted()).isEmpty();
    }

    @Test
    void onlyTheLastOfSeveralAcceptedChangesIsWaitedFor() {
        QuotaMemory memory = QuotaMemory.EMPTY
                .accept(TO_EIGHT, NOW)
                .accept(new Change("a", quota(9)), NOW)
                .seen(EIGHT, NOW);

        assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(9));
    }

    @Test
    void anOlderEventDoesNotBringAQuotaBackWhoseDeletionWasAccepted() {
        QuotaMemory memory =
                QuotaMemory.EMPTY.seen(FIVE, NOW).accept(DELETION, NOW).seen(EIGHT, NOW);

        assertThat(minimum(memory, NOW)).isEmpty();
        assertThat(memory.gone("a", NOW).accepted()).isEmpty();
        assertThat(minimum(memory, TOO_LATE)).hasValue(BigDecimal.valueOf(8));
    }

    @Test
    void theEndOfAnEarlierQuotaDoesNotHideOneOfItsNameThatWasAccepted() {
        QuotaMemory memory = QuotaMemory.EMPTY
                .seen(FIVE, NOW)
                .accept(DELETION, NOW)
                .accept(TO_EIGHT, NOW)
                .gone("a", NOW);

        assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(8));
        assertThat(minimum(memory, TOO_LATE)).isEmpty();
    }

    @Test
    void changesThatNeverShowDoNotPileUp() {
        QuotaMemory memory = QuotaMemory.EMPTY.accept(TO_EIGHT, NOW).accept(new Change("b", null), TOO_LATE);

        assertThat(memory.accepted()).containsOnlyKeys("b");
    }
}
