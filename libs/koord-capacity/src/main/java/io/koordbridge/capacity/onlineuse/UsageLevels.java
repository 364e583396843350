package io.koordbridge.capacity.onlineuse;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.text.GoDurations;
import io.koordbridge.api.quantity.ExactQuantity;
import io.koordbridge.api.slo.AggregatedUsage;
import io.koordbridge.api.slo.NodeMetricInfo;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.api.slo.ResourceUsage;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.sloconfig.estimate.EstimateLevel;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles that the agent of a node reports beside the means.
 *
 * @param online of the online sum, null where it is not reported
 * @param node of the whole node, empty where they are not reported
 * @param problems what is wrong with the document of the online sum
 */
@PureCore
public record UsageLevels(@Nullable OnlineUse online, List<LevelWindow> node, List<WireProblem> problems) {

    /** Nothing but means is reported. */
    public static final UsageLevels NONE = new UsageLevels(null, List.of(), List.of());

    private static final Map<EstimateLevel, String> REPORTED = Map.of(
            EstimateLevel.MEAN, "avg",
            EstimateLevel.P90, "p90",
            EstimateLevel.P95, "p95",
            EstimateLevel.P99, "p99");
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final int MOST_WINDOWS = 16;
    private static final int NANO_DIGITS = 9;
    private static final int MILLI_DIGITS = 3;
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    public UsageLevels {
        node = List.copyOf(node);
        problems = List.copyOf(problems);
    }

    /** Those of a NodeMetric: its annotation and its status; what cannot be read is left out. */
    public static UsageLevels of(Decoded<OnlineUse> online, @Nullable NodeMetricStatus status) {
        NodeMetricInfo info = status == null ? null : status.nodeMetric();
        List<LevelWindow> windows = info == null
                ? List.of()
                : orEmpty(info.aggregatedNodeUsages()).stream()
                        .limit(MOST_WINDOWS)
                        .flatMap(UsageLevels::window)
                        .toList();
        return new UsageLevels(online.value(), windows, online.problems());
    }

    private static Stream<LevelWindow> window(AggregatedUsage usage) {
        Duration length = GoDurations.read(usage.duration(), SHORTEST, "aggregatedNodeUsages", "duration")
                .value();
        Map<EstimateLevel, CpuMemory> levels = new EnumMap<>(EstimateLevel.class);
        Map<String, ResourceUsage> reported = orEmpty(usage.usage());
        REPORTED.forEach((level, name) -> amount(reported.get(name)).ifPresent(amount -> levels.put(level, amount)));
        return length == null || levels.isEmpty() ? Stream.empty() : Stream.of(new LevelWindow(length, levels));
    }

    private static Optional<CpuMemory> amount(@Nullable ResourceUsage usage) {
        Map<String, Quantity> list = usage == null ? Map.of() : orEmpty(usage.resources());
        Optional<Long> cpu = scaled(list.get(ResourceNames.CPU), NANO_DIGITS);
        return cpu.flatMap(nano -> scaled(list.get(ResourceNames.MEMORY), MILLI_DIGITS)
                .map(milliBytes -> new CpuMemory(nano, milliBytes)));
    }

    /** In units of 10^-digits; empty for what is no amount of a usage. */
    private static Optional<Long> scaled(@Nullable Quantity quantity, int digits) {
        return quantity == null
                ? Optional.empty()
                : ExactQuantity.parse(quantity.toString())
                        .map(exact ->
                                exact.amount().setScale(digits, RoundingMode.UP).scaleByPowerOfTen(digits))
                        .filter(amount -> amount.signum() >= 0)
                        .map(amount -> amount.min(MOST).longValue());
    }
}
