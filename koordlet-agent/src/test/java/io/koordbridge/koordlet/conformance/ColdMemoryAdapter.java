package io.koordbridge.koordlet.conformance;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.collect.ColdMemorySampler;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.SampleSink;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

public final class ColdMemoryAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cold-memory";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        List<HostApplication> applications = new ArrayList<>();
        input.path("hostApplications").forEach(one -> applications.add(Json.as(one, HostApplication.class)));
        ObjectNode out = Json.MAPPER.createObjectNode();
        SampleSink sink = MetricsNode.of(out.putObject("metrics"), EnumSet.allOf(Metric.class));
        new ColdMemorySampler(
                        new UsageReader(kernel.tree),
                        new HostProc(kernel.files, Path.of("/proc")),
                        Path.of("/sys"),
                        now -> sink,
                        new ReadErrors(new MetricRegistry(), problem -> {}))
                .sample(sink, kernel.pods(), applications);
        return out;
    }
}
