package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.load.LoadReader;
import io.koordbridge.koordlet.load.NodeLoad;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.nodeslo.SuppressMethod;
import io.koordbridge.koordlet.qos.suppress.SuppressPolicy;
import io.koordbridge.koordlet.qos.suppress.SuppressRound;
import io.koordbridge.koordlet.qos.suppress.Suppressor;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

public final class CpuSuppressRoundAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cpu-suppress-round";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        Optional<NodeSlo> spec = Samples.nodeSlo(input);
        SuppressPolicy.Input policy = new SuppressPolicy.Input(
                spec.flatMap(NodeSlo::suppress),
                false,
                input.path("featureBECPUManager").asBoolean(false),
                load(kernel, spec),
                !kernel.processors().isEmpty());
        Suppressor suppressor =
                new Suppressor(kernel.reader, kernel.executor, statuses(input.path("policyStatus")), problem -> {});

        suppressor.round(new SuppressRound(policy, kernel.processors(), kernel.topology(), kernel.pods()));

        ObjectNode out = kernel.outcome();
        ObjectNode after = out.putObject("policyStatus");
        suppressor
                .statuses()
                .forEach((method, status) ->
                        after.put(method.wireName(), status.name().toLowerCase(Locale.ROOT)));
        return out;
    }

    private static Optional<NodeLoad> load(KernelCase kernel, Optional<NodeSlo> spec) {
        SampleStore store = new SampleStore(StoreLimits.DEFAULT);
        Samples.fill(store, kernel.input.path("samples"), kernel.now);
        Duration fresh = Duration.ofSeconds(
                2 * kernel.input.path("metricCollectIntervalSeconds").asLong(1));
        OptionalDouble cores = store.latest(Metric.NODE_CPU, SampleStore.NODE, kernel.now, fresh);
        List<PodInfo> pods = kernel.pods();
        List<HostApplication> applications = spec.map(NodeSlo::hostApplications).orElse(List.of());
        if (kernel.node().isEmpty() || cores.isEmpty() || pods.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(LoadReader.load(
                kernel.node().get(),
                cores.getAsDouble(),
                pods,
                store.latestBySubject(Metric.POD_CPU, kernel.now, fresh),
                applications,
                store.latestBySubject(Metric.HOST_APPLICATION_CPU, kernel.now, fresh)));
    }

    private static Map<SuppressMethod, Suppressor.Status> statuses(JsonNode given) {
        Map<SuppressMethod, Suppressor.Status> statuses = new EnumMap<>(SuppressMethod.class);
        for (SuppressMethod method : SuppressMethod.values()) {
            String status = given.path(method.wireName()).asText("");
            if (!status.isEmpty()) {
                statuses.put(method, Suppressor.Status.valueOf(status.toUpperCase(Locale.ROOT)));
            }
        }
        return statuses;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        return Json.difference(expect, actual, 1e-9);
    }
}
