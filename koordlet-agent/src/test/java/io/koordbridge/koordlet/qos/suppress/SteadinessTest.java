package io.koordbridge.koordlet.qos.suppress;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.policy.suppress.NodeLoad;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SteadinessTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final SuppressSettings SETTINGS =
            new SuppressSettings(true, 65, OptionalLong.empty(), SuppressMethod.CFS_QUOTA);
    private static final SuppressDecision LIMIT =
            new SuppressDecision(SuppressDecision.Action.LIMIT_BY_QUOTA, 500, "limit-by-quota");

    private static Steadiness.Outcome at(
            Steadiness before, double seconds, Tick.Cause cause, SuppressDecision decision, NodeLoad load) {
        Tick tick = new Tick(1, START.plus(Duration.ofMillis((long) (seconds * 1000))), cause);
        return before.around(decision, Optional.of(SETTINGS), Optional.of(load), tick);
    }

    private static NodeLoad load(double cores, double own) {
        return new NodeLoad(2_000, 0, cores, List.of(), List.of()).withOwn(own);
    }

    private static Steadiness.Outcome timer(Steadiness before, double seconds, SuppressDecision decision) {
        return at(before, seconds, Tick.Cause.TIMER, decision, load(0.9, 0));
    }

    @Test
    void aStartWaitsForFiveSecondsOfSamples() {
        Steadiness state = Steadiness.START;
        for (double second : new double[] {0, 1, 2, 3, 4, 4.9}) {
            Steadiness.Outcome outcome = timer(state, second, LIMIT);
            assertThat(outcome.decision().action()).isEqualTo(SuppressDecision.Action.NOTHING);
            assertThat(outcome.decision().reason()).isEqualTo("starting");
            state = outcome.next();
        }

        assertThat(timer(state, 5, LIMIT).decision()).isEqualTo(LIMIT);
    }

    @Test
    void aNodeAboveItsThresholdIsLimitedAtOnce() {
        assertThat(at(Steadiness.START, 0, Tick.Cause.TIMER, LIMIT, load(1.31, 0))
                        .decision())
                .isEqualTo(LIMIT);
        assertThat(at(Steadiness.START, 0, Tick.Cause.TIMER, LIMIT, load(1.29, 0))
                        .decision()
                        .limits())
                .isFalse();
    }

    @Test
    void itsOwnStartDoesNotPutTheNodeAboveItsThreshold() {
        assertThat(at(Steadiness.START, 0, Tick.Cause.TIMER, LIMIT, load(1.9, 0.8))
                        .decision()
                        .limits())
                .isFalse();
        assertThat(at(Steadiness.START, 0, Tick.Cause.TIMER, LIMIT, load(1.9, 0.5))
                        .decision()
                        .limits())
                .isTrue();
    }

    @Test
    void whatGivesBackDoesNotWait() {
        SuppressDecision recover = SuppressDecision.recover("disabled");

        assertThat(timer(Steadiness.START, 0, recover).decision()).isEqualTo(recover);
    }

    @Test
    void whenLimitsBeginAgainNothingOldCounts() {
        Steadiness state = timer(Steadiness.MEASURED, 0, LIMIT).next();
        Steadiness ended = timer(state, 1, SuppressDecision.recover("disabled")).next();

        assertThat(timer(ended, 2, LIMIT.allowing(900)).decision().allowanceMilliCpu())
                .isEqualTo(900);
    }

    @Test
    void aSurgeTightensUntilTheNextSample() {
        Steadiness state = Steadiness.MEASURED;
        for (int second = 0; second < 10; second++) {
            state = timer(state, second, LIMIT).next();
        }
        Steadiness.Outcome surge = at(state, 10.25, Tick.Cause.SURGE, LIMIT.allowing(100), load(1.2, 0));

        assertThat(surge.decision().allowanceMilliCpu()).isEqualTo(100);
        assertThat(timer(surge.next(), 11, LIMIT).decision().allowanceMilliCpu())
                .isEqualTo(500);
    }
}
