package io.koordbridge.capacity.protection;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.protection.NodeProtection.State;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProtectionJudgeTest {

    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");
    private static final Duration PERIOD = Duration.ofSeconds(60);

    @Test
    void aNodeWhoseAgentReportsAndSuppressesIsProtected() {
        NodeProtection judged = judge(facts(null, true, NOW, NOW), null);

        assertThat(judged.state()).isEqualTo(State.PROTECTED);
        assertThat(judged.growsNot()).isFalse();
        assertThat(judged.sentence()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"60, 120000, PROTECTED", "60, 120001, STALE", "10, 20000, PROTECTED", "10, 20001, STALE"})
    void aReportIsStaleAfterTwoPeriods(long periodSeconds, long ageMillis, State expected) {
        Instant at = NOW.minusMillis(ageMillis);

        NodeProtection judged = judge(
                new ProtectionFacts(null, true, at, at, Duration.ofSeconds(periodSeconds), MemoryFacts.NONE), null);

        assertThat(judged.state()).isEqualTo(expected);
    }

    @Test
    void changesAtTheMomentAtWhichAReportGetsStale() {
        ProtectionFacts facts = facts(null, true, NOW.minusSeconds(30), NOW.minusSeconds(29));

        Instant again = judge(facts, null).changesAt().orElseThrow();

        assertThat(ProtectionJudge.judge(facts, false, null, again.minusMillis(1))
                        .state())
                .isEqualTo(State.PROTECTED);
        assertThat(ProtectionJudge.judge(facts, false, null, again).state()).isEqualTo(State.STALE);
    }

    @Test
    void aReportFromTheFutureAgesByOurClock() {
        NodeProtection judged = judge(facts(null, true, NOW.plusSeconds(3600), NOW.minusSeconds(121)), null);

        assertThat(judged.state()).isEqualTo(State.STALE);
        assertThat(judged.why()).isEqualTo("no report of the agent since 2026-11-23T11:57:59Z");
    }

    @Test
    void withoutAnyReportNothingGrows() {
        assertThat(judge(facts(null, true, null, null), null).sentence())
                .isEqualTo("no report of an agent; batch and mid capacity do not grow");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "observeOnly is set, true, agent: observeOnly is set",
                "'', true, 'agent: '",
                "-, false, suppression is off",
                "-, -, no NodeSLO"
            })
    void namesWhyANodeIsUnprotected(@Nullable String agent, @Nullable Boolean suppression, String why) {
        NodeProtection judged = judge(facts(agent, suppression, NOW, NOW), null);

        assertThat(judged.state()).isEqualTo(State.UNPROTECTED);
        assertThat(judged.why()).isEqualTo(why);
        assertThat(judged.growsNot()).isTrue();
        assertThat(judged.offersNothing()).isFalse();
        assertThat(judged.unprotectedSince()).isEqualTo(NOW);
        assertThat(judged.changesAt()).contains(NOW.plusSeconds(300));
    }

    @ParameterizedTest
    @CsvSource({"299999, false", "300000, true", "900000, true"})
    void offersNothingAfterFiveMinutes(long sinceMillis, boolean nothing) {
        Instant since = NOW.minusMillis(sinceMillis);

        NodeProtection judged = judge(facts("x", true, NOW, NOW), since);

        assertThat(judged.offersNothing()).isEqualTo(nothing);
        assertThat(judged.unprotectedSince()).isEqualTo(since);
        assertThat(judged.changesAt().isEmpty()).isEqualTo(nothing);
    }

    @Test
    void silenceDoesNotMakeAnUnprotectedNodeStale() {
        ProtectionFacts facts = facts("x", true, NOW.minusSeconds(600), NOW.minusSeconds(600));

        assertThat(judge(facts, NOW.minusSeconds(301)).offersNothing()).isTrue();
    }

    @Test
    void aNodeThatIsProtectedAgainForgetsSinceWhenItWasNot() {
        assertThat(judge(facts(null, true, NOW, NOW), NOW.minusSeconds(200)).unprotectedSince())
                .isNull();
    }

    @Test
    void countsFromNowAfterARestartAndWhenTheClockJumpsBack() {
        ProtectionFacts facts = facts(null, false, NOW, NOW);

        assertThat(judge(facts, null).unprotectedSince()).isEqualTo(NOW);
        assertThat(judge(facts, NOW.plusSeconds(3600)).unprotectedSince()).isEqualTo(NOW);
    }

    @Test
    void aSettingPermitsMissingProtectionButNoStaleReport() {
        NodeProtection permitted = ProtectionJudge.judge(facts("x", true, NOW, NOW), true, NOW.minusSeconds(400), NOW);
        NodeProtection stale =
                ProtectionJudge.judge(facts("x", true, NOW.minusSeconds(121), NOW.minusSeconds(121)), true, null, NOW);

        assertThat(permitted.state()).isEqualTo(State.PERMITTED);
        assertThat(permitted.growsNot()).isFalse();
        assertThat(permitted.why()).isEqualTo("agent: x");
        assertThat(stale.state()).isEqualTo(State.STALE);
    }

    private static NodeProtection judge(ProtectionFacts facts, @Nullable Instant since) {
        return ProtectionJudge.judge(facts, false, since, NOW);
    }

    private static ProtectionFacts facts(
            @Nullable String agent, @Nullable Boolean suppression, @Nullable Instant reported, @Nullable Instant seen) {
        return new ProtectionFacts(agent, suppression, reported, seen, PERIOD, MemoryFacts.NONE);
    }
}
