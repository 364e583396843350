package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.onlineuse.Expectation.Source;
import io.koordbridge.capacity.onlineuse.OnlineEstimate.Known;
import io.koordbridge.capacity.onlineuse.OnlineEstimate.OfSide;
import io.koordbridge.capacity.onlineuse.SideEstimator.Found;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.ByRisk;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Fixed;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SideEstimatorTest {

    private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");
    private static final Fixed P95 = new Fixed(EstimateLevel.P95, Duration.ofMinutes(15));
    private static final Fixed MEAN = new Fixed(EstimateLevel.MEAN, Duration.ofMinutes(15));
    private static final ByRisk RISK = new ByRisk(1);
    private static final LevelWindow WINDOW =
            new LevelWindow(Duration.ofMinutes(15), Map.of(EstimateLevel.P95, bytes(5), EstimateLevel.MAX, bytes(7)));

    @Test
    void theLevelCounts() {
        assertThat(found(P95, facts(NOW, null, WINDOW), OfSide.NONE).expectation())
                .isEqualTo(new Expectation(Source.NODE, "p95 of 15 min", 5000, 3000));
    }

    @Test
    void aRiskThatIsAskedForLeavesItsMemoryAndALevelDoesNot() {
        OfSide byRisk = found(RISK, facts(NOW, null, WINDOW), OfSide.NONE).after();

        assertThat(byRisk.risk()).isNotNull();
        assertThat(byRisk.last()).isEqualTo(new Known(7000, "max of 15 min +0.0 % of the node, learning", NOW));
        assertThat(found(P95, facts(NOW, null, WINDOW), byRisk).after().risk()).isNull();
    }

    @Test
    void aReportWithoutPercentilesKeepsChoiceAndEstimate() {
        OfSide before = found(RISK, facts(NOW, null, WINDOW), OfSide.NONE).after();

        Found later = found(RISK, facts(NOW.plusSeconds(60), null), before);

        assertThat(later.expectation().source()).isEqualTo(Source.LAST);
        assertThat(later.expectation().expected()).isEqualTo(7000);
        assertThat(later.after()).isEqualTo(before);
    }

    @Test
    void withoutPercentilesARiskIsTheMeanAndNothingGrows() {
        Found first = found(RISK, facts(NOW, null), OfSide.NONE);
        Found last = found(RISK, facts(NOW.plusSeconds(900), null), first.after());
        Found later = found(RISK, facts(NOW.plusSeconds(901), null), last.after());

        String until = "; nothing grows until " + NOW.plusSeconds(900);
        assertThat(first.expectation())
                .isEqualTo(new Expectation(Source.WAITING, "mean, because nothing is there" + until, 3000, 3000));
        assertThat(last.expectation()).isEqualTo(first.expectation());
        assertThat(later.expectation())
                .isEqualTo(new Expectation(Source.UNKNOWN, "mean, because nothing is there", 3000, 3000));
        assertThat(later.after().unknownSince()).isEqualTo(NOW);
    }

    @Test
    void afterTheLastEstimateNothingGrowsForAsLongAgain() {
        OfSide known = found(P95, facts(NOW, null, WINDOW), OfSide.NONE).after();
        OfSide held = found(P95, facts(NOW.plusSeconds(900), null), known).after();

        Found gone = found(P95, facts(NOW.plusSeconds(960), null), held);
        Found back = found(P95, facts(NOW.plusSeconds(1020), null, WINDOW), gone.after());

        assertThat(held.unknownSince()).isNull();
        assertThat(gone.expectation().source()).isEqualTo(Source.WAITING);
        assertThat(gone.after().unknownSince()).isEqualTo(NOW.plusSeconds(960));
        assertThat(back.expectation().source()).isEqualTo(Source.NODE);
        assertThat(back.after().unknownSince()).isNull();
    }

    @Test
    void aForecastStandsInForAMissingLevelOnceTheLastEstimateIsTooOld() {
        Expectation forecast = new Expectation(Source.FORECAST, "forecast", 4000, 3000);
        OfSide before = new OfSide(new Known(6000, "p95", NOW), null, null, null);

        assertThat(found(P95, facts(NOW.plusSeconds(60), forecast), before)
                        .expectation()
                        .source())
                .isEqualTo(Source.LAST);
        assertThat(found(P95, facts(NOW.plusSeconds(901), forecast), before).expectation())
                .isEqualTo(forecast);
        assertThat(found(MEAN, facts(NOW, forecast), OfSide.NONE).expectation()).isEqualTo(forecast);
    }

    private static Found found(Rule rule, SideEstimator.Facts facts, OfSide before) {
        return new SideEstimator(facts, facts.forecast() != null, Duration.ofMinutes(15), facts.report())
                .found(rule, new SideEstimator.Thresholds(65, 70), before, null);
    }

    /** Amounts are bytes of a node of 100; percentiles in thousandths. */
    private static SideEstimator.Facts facts(Instant at, @Nullable Expectation forecast, LevelWindow... windows) {
        return new SideEstimator.Facts(
                Side.MEMORY,
                100_000,
                at,
                Source.NODE,
                List.of(windows),
                LessBatch.NONE,
                3000,
                forecast,
                "nothing is there");
    }

    private static CpuMemory bytes(long bytes) {
        return CpuMemory.ofMilliAndBytes(0, bytes);
    }
}
