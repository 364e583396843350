package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.qos.suppress.Steadiness;
import io.koordbridge.koordlet.qos.suppress.SuppressConfig;
import io.koordbridge.koordlet.qos.suppress.SuppressMemory;
import io.koordbridge.koordlet.qos.suppress.SuppressStrategy;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SnapshotBuilder;
import io.koordbridge.koordlet.snapshot.Tick;
import io.koordbridge.koordlet.snapshot.TierReading;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.koordlet.strategy.WritePlan;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

public final class CpuSuppressRoundAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cpu-suppress-round";
    }

    @Override
    public List<String> tags(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        String tier = kernel.tree.paths().bestEffortDir();
        return kernel.isHeld(new Intent.Target(Knob.CPU_CFS_QUOTA, tier), "-1") ? List.of(KernelCase.HELD) : List.of();
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        boolean beCpuManager = input.path("featureBECPUManager").asBoolean(false);
        SuppressStrategy strategy = new SuppressStrategy(
                new SuppressConfig(true, true, beCpuManager, true, SuppressConfig.Pressure.OFF), true);
        SuppressMemory before = SuppressMemory.of(statuses(input.path("policyStatus")), Steadiness.MEASURED);

        Step<SuppressMemory> step = strategy.step(snapshot(kernel), before);
        WritePlan.merge(List.of(step.levels())).forEach(kernel.executor::carryOut);

        ObjectNode out = kernel.outcome();
        ObjectNode after = out.putObject("policyStatus");
        step.memory()
                .statuses()
                .forEach((method, status) ->
                        after.put(method.wireName(), status.name().toLowerCase(Locale.ROOT)));
        return out;
    }

    private static NodeSnapshot snapshot(KernelCase kernel) {
        SampleStore store = Samples.store();
        Samples.fill(store, kernel.input.path("samples"), kernel.now);
        Duration fresh = Duration.ofSeconds(
                2 * kernel.input.path("metricCollectIntervalSeconds").asLong(1));
        SnapshotBuilder builder = new SnapshotBuilder(
                new SnapshotBuilder.Sources(store, kernel::processors, kernel.tree::paths, () -> true, List::of),
                new SnapshotBuilder.Settings(fresh, true, false),
                problem -> {});
        Optional<NodeSlo> slo = Samples.nodeSlo(kernel.input);
        List<HostApplication> applications = slo.map(NodeSlo::hostApplications).orElse(List.of());
        NodeView view = new NodeView(kernel.node(), slo, Optional.empty(), kernel.topology(), kernel.pods());
        return builder.build(
                Tick.Cause.TIMER,
                kernel.now,
                view,
                new SnapshotBuilder.Observed(
                        TierReading.of(kernel.reader), applications, OptionalDouble.empty(), Set.of()));
    }

    private static Map<SuppressMethod, SuppressMemory.Status> statuses(JsonNode given) {
        Map<SuppressMethod, SuppressMemory.Status> statuses = new EnumMap<>(SuppressMethod.class);
        for (SuppressMethod method : SuppressMethod.values()) {
            String status = given.path(method.wireName()).asText("");
            if (!status.isEmpty()) {
                statuses.put(method, SuppressMemory.Status.valueOf(status.toUpperCase(Locale.ROOT)));
            }
        }
        return statuses;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return Json.difference(expect, actual, 1e-9);
    }
}
