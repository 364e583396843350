package io.koordbridge.capacity.onlineuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.OnlineUseDocument;
import io.koordbridge.api.slo.AggregatedUsage;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageLevelsTest {

    @Test
    void percentilesOfTheNodeAreReadFromTheReport() {
        UsageLevels levels = read(window(
                "10m0s", Map.of("avg", usage("2", "1Gi"), "p50", usage("2", "1Gi"), "p95", usage("3500m", "2Gi"))));

        assertThat(levels.node())
                .containsExactly(new LevelWindow(
                        Duration.ofMinutes(10),
                        Map.of(
                                EstimateLevel.MEAN, CpuMemory.ofMilliAndBytes(2000, 1L << 30),
                                EstimateLevel.P95, CpuMemory.ofMilliAndBytes(3500, 2L << 30))));
        assertThat(levels.online()).isNull();
    }

    @Test
    void aLevelIsNeverBelowASmallerOne() {
        UsageLevels levels = read(
                window("5m", Map.of("p90", usage("4", "1Gi"), "p95", usage("3", "3Gi"), "p99", usage("5", "2Gi"))));

        assertThat(levels.node().get(0).levels())
                .containsEntry(EstimateLevel.P95, CpuMemory.ofMilliAndBytes(4000, 3L << 30))
                .containsEntry(EstimateLevel.P99, CpuMemory.ofMilliAndBytes(5000, 3L << 30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-5m", "0s", "5", "1 hour"})
    void aWindowWithoutALengthIsLeftOut(String length) {
        assertThat(read(window(length, Map.of("p95", usage("1", "1Gi")))).node())
                .isEmpty();
    }

    @Test
    void anAmountThatIsNoneIsLeftOut() {
        UsageLevels levels = read(window(
                "5m",
                Map.of(
                        "avg", usage("-1", "1Gi"),
                        "p90", usage("much", "1Gi"),
                        "p95", usage("1", null),
                        "p99", usage("1e300", "1Gi"))));

        assertThat(levels.node().get(0).levels()).containsOnlyKeys(EstimateLevel.P99);
        assertThat(levels.node().get(0).highest().nanoCpu()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void noMoreWindowsThanAnAgentReportsAreKept() {
        List<AggregatedUsage> many = Collections.nCopies(10_000, window("5m", Map.of("p95", usage("1", "1Gi"))));

        assertThat(UsageLevels.of(Decoded.absent(), status(many)).node()).hasSize(16);
    }

    @Test
    void aReportWithoutPercentilesHasNone() {
        assertThat(UsageLevels.of(Decoded.absent(), null)).isEqualTo(UsageLevels.NONE);
        assertThat(UsageLevels.of(Decoded.absent(), status(null))).isEqualTo(UsageLevels.NONE);
        assertThat(read(new AggregatedUsage(null, null)).node()).isEmpty();
    }

    @Test
    void theProblemsOfTheAnnotationAreKept() {
        UsageLevels levels = UsageLevels.of(OnlineUseDocument.read("{\"at\": \"yesterday\"}"), null);

        assertThat(levels.online()).isNull();
        assertThat(levels.problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("koordbridge.io/online-use", "yesterday"));
    }

    private static UsageLevels read(AggregatedUsage... windows) {
        return UsageLevels.of(Decoded.absent(), status(List.of(windows)));
    }

    private static NodeMetricStatus status(@Nullable List<AggregatedUsage> windows) {
        return new NodeMetricStatus(null, new NodeMetricInfo(null, windows, null, null, null), null, null, null, null);
    }

    private static AggregatedUsage window(String length, Map<String, ResourceUsage> levels) {
        return new AggregatedUsage(levels, length);
    }

    private static ResourceUsage usage(String cpu, @Nullable String memory) {
        return new ResourceUsage(
                memory == null
                        ? Map.of("cpu", new Quantity(cpu))
                        : Map.of("cpu", new Quantity(cpu), "memory", new Quantity(memory)),
                null);
    }
}
