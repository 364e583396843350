package io.koordbridge.manager.quota.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.manager.quota.topology.QuotaDecision.Change;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class QuotaMemoryTest {

    private static final Instant NOW = Instant.parse("2026-07-01T12:00:00Z");
    private static final Instant TOO_LATE = NOW.plus(QuotaMemory.PATIENCE).plusMillis(1);
    private static final QuotaInfo FIVE = quota(5);
    private static final QuotaInfo SIX = quota(6);
    private static final QuotaInfo EIGHT = quota(8);
    private static final Change TO_EIGHT = new Change("a", EIGHT);
    private static final Change TO_NINE = new Change("a", quota(9));
    private static final Change DELETION = new Change("a", null);

    private static QuotaInfo quota(int cpu) {
        return QuotaInfo.of(Quotas.leaf("a", "koordinator-root-quota", cpu));
    }

    private static Optional<BigDecimal> minimum(QuotaMemory memory, Instant now) {
        return memory.at(now).topology().quota("a").map(quota -> quota.min().get("cpu"));
    }

    private static QuotaVersion state(long number) {
        return new QuotaVersion("one", number);
    }

    private static QuotaMemory fiveAt(long number) {
        return QuotaMemory.EMPTY.seen(FIVE, state(number), NOW);
    }

    @Test
    void anAcceptedChangeThatNeverShowsIsForgottenAfterAWhile() {
        QuotaMemory memory = fiveAt(10).accept(TO_EIGHT, state(10), NOW);

        assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(8));
        assertThat(minimum(memory, TOO_LATE)).hasValue(BigDecimal.valueOf(5));
    }

    @Test
    void changesThatNeverShowDoNotPileUp() {
        QuotaMemory memory = QuotaMemory.EMPTY
                .accept(TO_EIGHT, state(10), NOW)
                .accept(new Change("b", null), QuotaVersion.UNKNOWN, TOO_LATE);

        assertThat(memory.accepted()).containsOnlyKeys("b");
    }

    @Test
    void whatShowsOfAnotherQuotaEndsNothing() {
        QuotaInfo other = QuotaInfo.of(Quotas.leaf("b", "koordinator-root-quota", 5));
        QuotaMemory memory = fiveAt(10).accept(TO_EIGHT, state(10), NOW).seen(other, state(12), NOW);

        assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(8));
    }

    @Nested
    class WhereStatesCanBeCompared {

        @Test
        void anOlderStateDoesNotHideTheChange() {
            QuotaMemory memory = fiveAt(10)
                    .accept(TO_EIGHT, state(10), NOW)
                    .seen(EIGHT, state(9), NOW)
                    .seen(FIVE, state(10), NOW);

            assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(8));
        }

        @Test
        void whatSomebodyElseMadeOfAQuotaHoldsAtOnce() {
            QuotaMemory memory = fiveAt(10).accept(TO_EIGHT, state(10), NOW).seen(SIX, state(12), NOW);

            assertThat(memory.accepted()).isEmpty();
            assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(6));
        }

        @Test
        void aForeignChangeOfAQuotaBeingDeletedCountsAtOnce() {
            QuotaMemory memory = fiveAt(10).accept(DELETION, state(10), NOW).seen(SIX, state(12), NOW);

            assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(6));
        }

        @Test
        void ofSeveralAcceptedChangesTheLastIsWaitedFor() {
            QuotaMemory memory = fiveAt(10)
                    .accept(TO_EIGHT, state(10), NOW)
                    .accept(TO_NINE, state(11), NOW)
                    .seen(EIGHT, state(11), NOW);

            assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(9));
            assertThat(memory.seen(quota(9), state(12), NOW).accepted()).isEmpty();
        }

        @Test
        void ofTwoChangesOfOneStateTheOneThatIsStoredHolds() {
            QuotaMemory memory = fiveAt(10)
                    .accept(TO_EIGHT, state(10), NOW)
                    .accept(TO_NINE, state(10), NOW)
                    .seen(EIGHT, state(11), NOW);

            assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(8));
        }

        @Test
        void aChangeOfAStateThatIsAlreadyOvertakenIsNotWaitedFor() {
            QuotaMemory shown = fiveAt(11).accept(TO_EIGHT, state(10), NOW);
            QuotaMemory accepted = fiveAt(10).accept(TO_NINE, state(11), NOW).accept(TO_EIGHT, state(10), NOW);

            assertThat(minimum(shown, NOW)).hasValue(BigDecimal.valueOf(5));
            assertThat(minimum(accepted, NOW)).hasValue(BigDecimal.valueOf(9));
        }

        @Test
        void aNewQuotaIsWaitedForUntilAStateOfItShows() {
            QuotaVersion earlier = new QuotaVersion("earlier", 90);
            QuotaMemory memory = QuotaMemory.EMPTY
                    .accept(TO_EIGHT, state(0), NOW)
                    .seen(FIVE, earlier, NOW)
                    .gone("a", new QuotaVersion("earlier", Long.MAX_VALUE), NOW);

            assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(8));
            assertThat(minimum(memory.seen(SIX, state(100), NOW), NOW)).hasValue(BigDecimal.valueOf(6));
        }

        @Test
        void theEndOfAnEarlierQuotaDoesNotEndTheWait() {
            QuotaMemory memory = QuotaMemory.EMPTY
                    .accept(DELETION, state(100), NOW)
                    .gone("a", new QuotaVersion("earlier", Long.MAX_VALUE), NOW)
                    .seen(FIVE, state(100), NOW);

            assertThat(minimum(memory, NOW)).isEmpty();
            assertThat(memory.gone("a", state(Long.MAX_VALUE), NOW).accepted()).isEmpty();
        }
    }

    /** An API server whose versions are no numbers, or objects without uid. */
    @Nested
    class WhereStatesCannotBeCompared {

        private static final QuotaVersion UNKNOWN = QuotaVersion.UNKNOWN;

        @Test
        void anOlderEventDoesNotHideWhatWasAcceptedMeanwhile() {
            QuotaMemory memory = QuotaMemory.EMPTY
                    .seen(FIVE, UNKNOWN, NOW)
                    .accept(TO_EIGHT, UNKNOWN, NOW)
                    .seen(FIVE, UNKNOWN, NOW);

            assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(8));
        }

        @Test
        void anAcceptedChangeThatShowsIsRememberedNoLonger() {
            QuotaMemory memory =
                    QuotaMemory.EMPTY.accept(TO_EIGHT, UNKNOWN, NOW).seen(EIGHT, UNKNOWN, NOW);

            assertThat(memory.accepted()).isEmpty();
            assertThat(minimum(memory, TOO_LATE)).hasValue(BigDecimal.valueOf(8));
            assertThat(minimum(memory.seen(FIVE, UNKNOWN, NOW), NOW)).hasValue(BigDecimal.valueOf(5));
        }

        @Test
        void whatSomebodyElseMadeOfAQuotaHoldsAfterAWhile() {
            QuotaMemory memory =
                    QuotaMemory.EMPTY.accept(TO_EIGHT, UNKNOWN, NOW).seen(FIVE, UNKNOWN, NOW.plusSeconds(1));

            assertThat(minimum(memory, TOO_LATE)).hasValue(BigDecimal.valueOf(5));
            assertThat(memory.seen(FIVE, UNKNOWN, TOO_LATE).accepted()).isEmpty();
        }

        @Test
        void onlyTheLastOfSeveralAcceptedChangesIsWaitedFor() {
            QuotaMemory memory = QuotaMemory.EMPTY
                    .accept(TO_EIGHT, UNKNOWN, NOW)
                    .accept(TO_NINE, UNKNOWN, NOW)
                    .seen(EIGHT, UNKNOWN, NOW);

            assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(9));
        }

        @Test
        void anOlderEventDoesNotBringAQuotaBackWhoseDeletionWasAccepted() {
            QuotaMemory memory = QuotaMemory.EMPTY
                    .seen(FIVE, UNKNOWN, NOW)
                    .accept(DELETION, UNKNOWN, NOW)
                    .seen(EIGHT, UNKNOWN, NOW);

            assertThat(minimum(memory, NOW)).isEmpty();
            assertThat(memory.gone("a", UNKNOWN, NOW).accepted()).isEmpty();
            assertThat(minimum(memory, TOO_LATE)).hasValue(BigDecimal.valueOf(8));
        }

        @Test
        void theEndOfAnEarlierQuotaDoesNotHideOneOfItsNameThatWasAccepted() {
            QuotaMemory memory = QuotaMemory.EMPTY
                    .seen(FIVE, UNKNOWN, NOW)
                    .accept(DELETION, UNKNOWN, NOW)
                    .accept(TO_EIGHT, UNKNOWN, NOW)
                    .gone("a", UNKNOWN, NOW);

            assertThat(minimum(memory, NOW)).hasValue(BigDecimal.valueOf(8));
            assertThat(minimum(memory, TOO_LATE)).isEmpty();
        }
    }
}
