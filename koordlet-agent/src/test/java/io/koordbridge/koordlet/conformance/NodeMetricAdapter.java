package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.report.CollectPolicy;
import io.koordbridge.koordlet.report.NodeMetricCalculator;
import io.koordbridge.koordlet.report.ReportSource;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

public final class NodeMetricAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/node-metric";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        SampleStore store = Samples.store();
        Samples.fillRegular(store, input.path("regularSamples"), kernel.now);
        Optional<NodeSlo> slo = Samples.nodeSlo(input);
        List<HostApplication> applications = slo.map(NodeSlo::hostApplications).orElse(List.of());
        NodeView view = new NodeView(Optional.empty(), slo, Optional.empty(), Optional.empty(), kernel.pods());
        CollectPolicy policy = CollectPolicy.of(
                Json.as(input.path("nodeMetricSpec"), NodeMetricSpec.class), CollectPolicy.Bounds.SPECIFIED);
        NodeMetricStatus status = NodeMetricCalculator.calculate(
                new ReportSource(
                                store,
                                UnaryOperator.identity(),
                                () -> input.path("coldMemoryCollectorStarted").asBoolean())
                        .input(view, applications, policy, Duration.ZERO, kernel.now),
                Optional.empty());
        ObjectNode out = (ObjectNode) Json.tree(new KubernetesSerialization().convertValue(status, Map.class));
        out.remove("updateTime");
        return out.put("reportIntervalSeconds", policy.interval().toSeconds())
                .put("aggregateDurationSeconds", policy.window().toSeconds());
    }
}
