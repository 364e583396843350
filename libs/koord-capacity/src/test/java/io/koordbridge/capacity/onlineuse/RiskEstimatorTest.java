package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.policy.risk.Limits;
import io.koordbridge.policy.risk.RiskLine;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RiskEstimatorTest {

    private static final Instant NOW = Instant.parse("2026-11-30T09:00:00Z");
    private static final Limits LIMITS = Limits.of(16_000, 60, 65);

    private static final Map<EstimateLevel, CpuMemory> LEVELS = Map.of(
            EstimateLevel.MEAN, cores(3),
            EstimateLevel.P90, cores(4),
            EstimateLevel.P95, cores(5),
            EstimateLevel.P99, cores(6),
            EstimateLevel.MAX, cores(7));

    @Test
    void meanP95AndTheHighestOfEachWindowAreCandidates() {
        RiskMemory memory = counted(report(NOW, window(5, LEVELS), window(15, LEVELS)));

        assertThat(memory.lines())
                .extracting(line -> line.candidate().text())
                .containsExactly("mean/300", "p95/300", "max/300", "mean/900", "p95/900", "max/900");
        assertThat(memory.report()).isEqualTo(NOW);
    }

    @Test
    void theFirstReportIsEstimatedByItsHighestFigure() {
        RiskMemory memory = counted(report(NOW, window(15, LEVELS)));

        assertThat(memory.learning()).isTrue();
        assertThat(memory.estimate()).isEqualTo(7000);
        assertThat(memory.text()).isNull();
        assertThat(memory.shown().text()).startsWith("max/900+0.0 care ");
    }

    @Test
    void aReportCountsOnceAndOneWithoutPercentilesNever() {
        RiskEstimator.Report first = report(NOW, window(15, LEVELS));
        RiskMemory memory = counted(first);

        assertThat(RiskEstimator.counted(memory, 1, first)).isSameAs(memory);
        assertThat(RiskEstimator.counted(memory, 1, report(NOW.plusSeconds(60))))
                .isSameAs(memory);
    }

    @Test
    void noMoreThanFourWindowsOfALengthEachAreKept() {
        LevelWindow[] many = LongStream.rangeClosed(1, 30)
                .mapToObj(minute -> window(minute, LEVELS))
                .toArray(LevelWindow[]::new);

        RiskMemory memory = counted(report(NOW, many));
        RiskMemory odd = counted(report(
                NOW,
                window(5, LEVELS),
                window(5, LEVELS),
                new LevelWindow(Duration.ofMillis(1500), LEVELS),
                new LevelWindow(Duration.ofDays(2), LEVELS)));

        assertThat(memory.lines()).hasSize(12);
        assertThat(odd.lines()).hasSize(3);
    }

    @Test
    void theTextStaysUntilTheChoiceSaysSomethingElse() {
        RiskMemory memory = counted(report(NOW, window(15, LEVELS))).shown();
        String text = memory.text();
        for (int minute = 1; minute < 30; minute++) {
            memory = RiskEstimator.counted(memory, 1, report(NOW.plus(Duration.ofMinutes(minute)), window(15, LEVELS)));
        }

        assertThat(memory.text()).isEqualTo(text).isEqualTo(memory.shown().text());
        assertThat(memory.lines()).filteredOn(RiskLine::chosen).hasSize(1);
    }

    private static RiskMemory counted(RiskEstimator.Report report) {
        return RiskEstimator.counted(RiskMemory.known(null, null), 1, report);
    }

    private static RiskEstimator.Report report(Instant at, LevelWindow... windows) {
        return new RiskEstimator.Report(Side.CPU, at, LIMITS, List.of(windows), cores(1).nanoCpu(), 0);
    }

    private static LevelWindow window(long minutes, Map<EstimateLevel, CpuMemory> levels) {
        return new LevelWindow(Duration.ofMinutes(minutes), levels);
    }

    private static CpuMemory cores(long cores) {
        return CpuMemory.ofMilliAndBytes(cores * 1000, cores << 30);
    }
}
