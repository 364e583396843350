package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUse.Forecast;
import io.koordbridge.api.document.node.OnlineUse.Percentiles;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeSnapshot;
import io.koordbridge.capacity.batchresource.NodeUsage;
import io.koordbridge.capacity.batchresource.NodeUsage.PodUsage;
import io.koordbridge.capacity.batchresource.Strategies;
import io.koordbridge.capacity.onlineuse.Expectation.Source;
import io.koordbridge.capacity.onlineuse.OnlineEstimate.Memory;
import io.koordbridge.capacity.onlineuse.OnlineEstimate.OfSide;
import io.koordbridge.capacity.onlineuse.OnlineEstimator.Rules;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import io.koordbridge.sloconfig.estimate.EstimateStrategy;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Fixed;
import io.koordbridge.sloconfig.estimate.EstimateStrategy.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OnlineEstimatorTest {

    private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");
    private static final Duration LASTS = Duration.ofMinutes(15);
    private static final ColocationStrategy STRATEGY = Strategies.of("{\"enable\": true}");
    private static final CpuMemory NODE = cores(32, 128);

    /** The system uses 1, a web server 6, a batch pod 4 cores: 7 of 11 are online. */
    private static final NodeUsage REPORT = new NodeUsage(
            NOW.minusSeconds(5),
            true,
            cores(1, 2),
            List.of(new PodUsage("d/web", cores(6, 10), false), new PodUsage("d/spark", cores(4, 8), true)),
            CpuMemory.ZERO,
            CpuMemory.ZERO,
            cores(11, 20),
            CpuMemory.ZERO);

    @ParameterizedTest
    @CsvSource({"P90, 8000", "P95, 9000", "P99, 10000", "MAX, 11000"})
    void theLevelOfTheOnlineSumIsWhatOnlineWorkIsExpectedToUse(EstimateLevel level, long expectedMilli) {
        OnlineEstimate found = estimate(online(NOW, window(15, 7000)), cpu(level, 15), Memory.NONE, NOW);

        assertThat(found.cpu().source()).isEqualTo(Source.ONLINE_SUM);
        assertThat(found.cpu().words()).isEqualTo(level.wireName() + " of 15 min");
        assertThat(found.extra()).isEqualTo(CpuMemory.ofMilliAndBytes(expectedMilli - 7000, 0));
        assertThat(found.memory().asked()).isFalse();
    }

    @Test
    void memoryHasARuleOfItsOwn() {
        Rules wanted = rules(fixed(EstimateLevel.MEAN, 15), fixed(EstimateLevel.P99, 15), false);

        OnlineEstimate found = estimate(online(NOW, window(15, 7000)), wanted, Memory.NONE, NOW);

        assertThat(found.cpu().asked()).isFalse();
        assertThat(found.extra()).isEqualTo(cores(0, 16 - 12));
    }

    @Test
    void theNearestWindowIsTakenAndNamed() {
        UsageLevels levels = online(NOW, window(5, 7000), window(30, 9000));

        assertThat(estimate(levels, cpu(EstimateLevel.P95, 15), Memory.NONE, NOW)
                        .cpu()
                        .words())
                .isEqualTo("p95 of 5 min");
        assertThat(estimate(levels, cpu(EstimateLevel.P95, 25), Memory.NONE, NOW)
                        .cpu()
                        .words())
                .isEqualTo("p95 of 30 min");
    }

    @Test
    void anEstimateBelowTheMeanFreesNothing() {
        OnlineEstimate found = estimate(online(NOW, window(15, 1000)), cpu(EstimateLevel.P95, 15), Memory.NONE, NOW);

        assertThat(found.cpu().expected()).isEqualTo(cores(3, 0).nanoCpu());
        assertThat(found.extra()).isEqualTo(CpuMemory.ZERO);
    }

    @Test
    void thePercentileOfTheNodeCountsLessTheLowestMeanOfBatch() {
        UsageLevels levels = ofNode(Map.of(EstimateLevel.P95, cores(14, 22)));

        OnlineEstimate calm = estimate(levels, cpu(EstimateLevel.P95, 10), batchBefore(4), NOW);
        OnlineEstimate begun = estimate(levels, cpu(EstimateLevel.P95, 10), batchBefore(1), NOW);

        assertThat(calm.cpu().source()).isEqualTo(Source.NODE);
        assertThat(calm.cpu().expected()).isEqualTo(cores(10, 0).nanoCpu());
        assertThat(calm.extra()).isEqualTo(cores(3, 0));
        assertThat(begun.cpu().expected()).isEqualTo(cores(13, 0).nanoCpu());
    }

    /** Online work used 7 to 10 cores before batch work started: whatever that uses now, it frees nothing of them. */
    @Test
    void batchWorkThatStartsMakesNoEstimateSmaller() {
        Rules p95 = cpu(EstimateLevel.P95, 10);
        Memory memory = batchBefore(0);
        for (long batch = 0; batch <= 8; batch += 2) {
            Instant at = NOW.plusSeconds(60 * batch);
            UsageLevels levels = ofNode(Map.of(EstimateLevel.P95, cores(10, 20)));

            OnlineEstimate found = OnlineEstimator.of(p95, node(report(at, batch)), levels, memory, at);

            assertThat(found.cpu().expected()).isEqualTo(cores(10, 0).nanoCpu());
            memory = found.after();
        }
    }

    @Test
    void whileTheUseOfBatchIsNotKnownForAWindowNothingGrows() {
        UsageLevels levels = ofNode(Map.of(EstimateLevel.P95, cores(14, 22)));

        OnlineEstimate found = estimate(levels, cpu(EstimateLevel.P95, 10), Memory.NONE, NOW);

        assertThat(found.waits()).isTrue();
        assertThat(found.cpu().words())
                .isEqualTo("mean, because the use of batch work is not known for as long as the percentiles are;"
                        + " nothing grows until the use of batch work is known for as long as the percentiles are");
    }

    @Test
    void aLevelThatIsNotReportedIsReplacedByTheNextHigherOneOrTheHighest() {
        UsageLevels levels = ofNode(Map.of(EstimateLevel.P90, cores(12, 20), EstimateLevel.P99, cores(14, 20)));

        assertThat(estimate(levels, cpu(EstimateLevel.P95, 10), batchBefore(4), NOW)
                        .cpu()
                        .words())
                .isEqualTo("p99 of 10 min, p95 is not reported");
        assertThat(estimate(levels, cpu(EstimateLevel.MAX, 10), batchBefore(4), NOW)
                        .cpu()
                        .words())
                .isEqualTo("p99 of 10 min, max is not reported");
    }

    @Test
    void withoutPercentilesTheMeanCountsAndSaysWhy() {
        OnlineEstimate found = estimate(UsageLevels.NONE, cpu(EstimateLevel.P95, 15), Memory.NONE, NOW);
        OnlineEstimate later = estimate(UsageLevels.NONE, cpu(EstimateLevel.P95, 15), found.after(), NOW.plus(LASTS));
        OnlineEstimate muchLater = estimate(
                UsageLevels.NONE,
                cpu(EstimateLevel.P95, 15),
                later.after(),
                NOW.plus(LASTS).plusSeconds(1));

        assertThat(found.cpu().words())
                .isEqualTo("mean, because no percentiles are reported; nothing grows until 2026-11-30T09:15:00Z");
        assertThat(found.extra()).isEqualTo(CpuMemory.ZERO);
        assertThat(later.waits()).isTrue();
        assertThat(muchLater.waits()).isFalse();
        assertThat(muchLater.cpu().source()).isEqualTo(Source.UNKNOWN);
        assertThat(muchLater.cpu().words()).isEqualTo("mean, because no percentiles are reported");
    }

    @Test
    void percentilesThatAreOutOfDateDoNotCount() {
        Instant old = NOW.minus(OnlineUse.OUTDATED).minusSeconds(1);

        OnlineEstimate found = estimate(online(old, window(15, 7000)), cpu(EstimateLevel.P95, 15), Memory.NONE, NOW);

        assertThat(found.cpu().words()).startsWith("mean, because the percentiles of " + old + " are out of date; ");
    }

    @Test
    void aWindowThatShowsMoreThanTheNodeCanUseDoesNotCount() {
        UsageLevels levels = online(NOW, window(15, 65_000), window(60, 9000));

        assertThat(estimate(levels, cpu(EstimateLevel.P90, 15), Memory.NONE, NOW)
                        .cpu()
                        .words())
                .isEqualTo("p90 of 60 min");
        assertThat(estimate(online(NOW, window(15, 65_000)), cpu(EstimateLevel.P90, 15), Memory.NONE, NOW)
                        .cpu()
                        .words())
                .startsWith("mean, because the reported percentiles are more than the node can use; ");
    }

    @Test
    void theLastEstimateStaysUntilItIsTooOld() {
        Rules p95 = cpu(EstimateLevel.P95, 15);
        OnlineEstimate known = estimate(online(NOW, window(15, 7000)), p95, Memory.NONE, NOW);

        OnlineEstimate later = estimate(UsageLevels.NONE, p95, known.after(), NOW.plus(LASTS));
        OnlineEstimate tooLate =
                estimate(UsageLevels.NONE, p95, later.after(), NOW.plus(LASTS).plusSeconds(1));

        assertThat(later.cpu().source()).isEqualTo(Source.LAST);
        assertThat(later.cpu().words()).isEqualTo("900 s ago: p95 of 15 min");
        assertThat(later.extra()).isEqualTo(cores(2, 0));
        assertThat(tooLate.cpu().source()).isEqualTo(Source.WAITING);
        assertThat(tooLate.after().cpu().last()).isNull();
    }

    @Test
    void theHigherOfLevelAndForecastCounts() {
        OnlineUse low = use(NOW, new Forecast(Duration.ofMinutes(30), 8000, 1), window(15, 7000));
        OnlineUse high = use(NOW, new Forecast(Duration.ofMinutes(30), 12_000, 1), window(15, 7000));
        Rules wanted = rules(fixed(EstimateLevel.P95, 15), fixed(EstimateLevel.MEAN, 15), true);

        assertThat(estimate(of(low), wanted, Memory.NONE, NOW).cpu().words()).isEqualTo("p95 of 15 min");
        assertThat(estimate(of(high), wanted, Memory.NONE, NOW).cpu())
                .isEqualTo(new Expectation(
                        Source.FORECAST,
                        "forecast of the next 30 min",
                        cores(12, 0).nanoCpu(),
                        cores(7, 0).nanoCpu()));
    }

    @Test
    void aForecastBesideTheMeanCountsByItselfAndItsAbsenceIsSaid() {
        Rules wanted = rules(fixed(EstimateLevel.MEAN, 15), fixed(EstimateLevel.MEAN, 15), true);
        OnlineUse use = use(NOW, new Forecast(Duration.ofMinutes(30), 12_000, 1L << 40), window(15, 7000));

        OnlineEstimate found = estimate(of(use), wanted, Memory.NONE, NOW);

        assertThat(found.extra()).isEqualTo(cores(5, 0));
        assertThat(found.memory().words()).isEqualTo("mean, because no forecast is reported");
    }

    @Test
    void aReportThatDoesNotCountKeepsWhatIsKnown() {
        Rules p95 = cpu(EstimateLevel.P95, 15);
        Memory known =
                estimate(online(NOW, window(15, 7000)), p95, Memory.NONE, NOW).after();
        NodeSnapshot never = node(NodeUsage.NEVER_REPORTED);

        OnlineEstimate found = OnlineEstimator.of(p95, never, UsageLevels.NONE, known, NOW.plusSeconds(1));

        assertThat(found.extra()).isEqualTo(CpuMemory.ZERO);
        assertThat(found.after()).isEqualTo(known);
    }

    static OnlineEstimate estimate(UsageLevels levels, Rules wanted, Memory before, Instant now) {
        return OnlineEstimator.of(wanted, node(REPORT), levels, before, now);
    }

    /** Batch work used so many cores on average in the half hour before the report. */
    private static Memory batchBefore(long cores) {
        BatchLows lows = BatchLows.NONE;
        for (int minute = 30; minute > 0; minute -= 5) {
            lows = lows.seen(NOW.minusSeconds(5).minusSeconds(60L * minute), cores(cores, 0));
        }
        return new Memory(OfSide.NONE, OfSide.NONE, lows, null);
    }

    private static NodeUsage report(Instant at, long batchCores) {
        return new NodeUsage(
                at,
                true,
                cores(7, 12),
                List.of(new PodUsage("d/spark", cores(batchCores, 0), true)),
                CpuMemory.ZERO,
                CpuMemory.ZERO,
                cores(7 + batchCores, 12),
                CpuMemory.ZERO);
    }

    private static NodeSnapshot node(NodeUsage usage) {
        return new NodeSnapshot("n", NODE, NODE, true, CpuMemory.ZERO, List.of(), usage);
    }

    private static Rules cpu(EstimateLevel level, long minutes) {
        return rules(fixed(level, minutes), fixed(EstimateLevel.MEAN, minutes), false);
    }

    private static Rules rules(Rule cpu, Rule memory, boolean forecast) {
        return new Rules(new EstimateStrategy(cpu, memory, forecast), STRATEGY, HeldBelow.DEFAULT, ShownChoices.NONE);
    }

    private static Fixed fixed(EstimateLevel level, long minutes) {
        return new Fixed(level, Duration.ofMinutes(minutes));
    }

    private static UsageLevels ofNode(Map<EstimateLevel, CpuMemory> levels) {
        return new UsageLevels(null, List.of(new LevelWindow(Duration.ofMinutes(10), levels)), List.of());
    }

    private static UsageLevels online(Instant at, Window... windows) {
        return of(use(at, null, windows));
    }

    private static UsageLevels of(OnlineUse use) {
        return UsageLevels.of(Decoded.of(use), null);
    }

    private static OnlineUse use(Instant at, Forecast forecast, Window... windows) {
        return new OnlineUse(at, List.of(windows), forecast);
    }

    /** Levels one core apart, memory 13 to 17 GiB. */
    private static Window window(long minutes, long meanMilli) {
        long gibibyte = 1L << 30;
        return new Window(
                Duration.ofMinutes(minutes),
                new Percentiles(
                        meanMilli, meanMilli, meanMilli + 1000, meanMilli + 2000, meanMilli + 3000, meanMilli + 4000),
                new Percentiles(
                        12 * gibibyte, 13 * gibibyte, 14 * gibibyte, 15 * gibibyte, 16 * gibibyte, 17 * gibibyte));
    }

    private static CpuMemory cores(long cores, long gibibytes) {
        return CpuMemory.ofMilliAndBytes(cores * 1000, gibibytes << 30);
    }
}
