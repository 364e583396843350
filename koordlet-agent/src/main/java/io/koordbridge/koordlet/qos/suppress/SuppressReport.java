package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.koordlet.report.shown.StrategyGauge;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.protocol.PureCore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What people and dashboards see of suppression; most metrics have the names of the reference, specification section 17. */
@PureCore
final class SuppressReport {

    private static final double MILLI = 1000;

    static final List<StrategyGauge<SuppressMemory>> GAUGES = List.of(
            new StrategyGauge<>(
                    "koord_koordlet_batch_pods_beside_tier", List.of(), (snapshot, memory) -> besideTier(memory)),
            new StrategyGauge<>(
                    "koord_koordlet_suppress_pressure_percent",
                    List.of(),
                    (snapshot, memory) -> memory.pressure().percent()),
            new StrategyGauge<>(
                    "koord_koordlet_suppress_taken_for_pressure_cores",
                    List.of(),
                    (snapshot, memory) -> takenForPressure(memory.pressure())),
            load("koordlet_be_suppress_ls_used_cpu_cores", NodeLoad::nonBestEffortCores),
            load("koordlet_be_suppress_be_used_cpu_cores", load -> load.nodeCores() - load.nonBestEffortCores()),
            allowance(SuppressMethod.CFS_QUOTA, SuppressDecision.Action.LIMIT_BY_QUOTA),
            allowance(SuppressMethod.CPUSET, SuppressDecision.Action.LIMIT_BY_CPUSET));

    private SuppressReport() {}

    private static OptionalDouble besideTier(SuppressMemory memory) {
        return memory.decision().isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(memory.beside().size());
    }

    /** Nothing while it is not looked at. */
    private static OptionalDouble takenForPressure(PressureStep pressure) {
        return pressure.at().isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(pressure.takenMilliCpu() / MILLI);
    }

    private static StrategyGauge<SuppressMemory> load(String family, ToDoubleFunction<NodeLoad> cores) {
        return new StrategyGauge<>(
                family,
                List.of(),
                (snapshot, memory) ->
                        snapshot.load().stream().mapToDouble(cores).findFirst());
    }

    private static StrategyGauge<SuppressMemory> allowance(SuppressMethod method, SuppressDecision.Action action) {
        return new StrategyGauge<>(
                "koordlet_be_suppress_cpu_cores",
                List.of("type", method.wireName()),
                (snapshot, memory) -> allowance(memory.decision(), action));
    }

    private static OptionalDouble allowance(Optional<SuppressDecision> last, SuppressDecision.Action action) {
        return last.stream()
                .filter(decision -> decision.action() == action)
                .mapToDouble(decision -> decision.allowanceMilliCpu() / MILLI)
                .findFirst();
    }

    /** One part of {@code /state}. */
    static Map<String, @Nullable Object> state(
            NodeSnapshot snapshot, SuppressMemory memory, SuppressConfig.Pressure pressure) {
        Optional<SuppressSettings> settings = snapshot.cluster().nodeSlo().flatMap(NodeSlo::suppress);
        Optional<SuppressDecision> decision = memory.decision();
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("enabled", settings.map(SuppressSettings::enabled).orElse(null));
        part.put("policy", settings.map(found -> found.method().wireName()).orElse(null));
        part.put(
                "thresholdPercent",
                settings.map(SuppressSettings::thresholdPercent).orElse(null));
        part.put("reason", decision.map(SuppressDecision::reason).orElse(null));
        part.put(
                "allowanceMilliCpu",
                decision.filter(SuppressReport::limits)
                        .map(SuppressDecision::allowanceMilliCpu)
                        .orElse(null));
        if (pressure.percent() > 0) {
            part.put("pressure", pressure(pressure, memory.pressure()));
        }
        return part;
    }

    private static Map<String, @Nullable Object> pressure(SuppressConfig.Pressure config, PressureStep step) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        part.put("fromPercent", config.percent());
        part.put("percent", step.percent().isPresent() ? (Double) step.percent().getAsDouble() : null);
        part.put("takenMilliCpu", step.takenMilliCpu());
        part.put("quietSeconds", step.hold().toSeconds());
        return part;
    }

    private static boolean limits(SuppressDecision decision) {
        return decision.action() == SuppressDecision.Action.LIMIT_BY_QUOTA
                || decision.action() == SuppressDecision.Action.LIMIT_BY_CPUSET;
    }
}
