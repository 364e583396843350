package io.koordbridge.koordlet.conformance;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.koordbridge.koordlet.store.StoreLimits;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The suite node-metric but for hot pages, which the agent does not measure. */
class PartialVectorsTest {

    @TestFactory
    Stream<DynamicTest> nodeMetric() throws IOException {
        return cases("node-metric", PartialVectorsTest::report);
    }

    private static Stream<DynamicTest> cases(String suite, Function<JsonNode, JsonNode> run) throws IOException {
        try (InputStream in = PartialVectorsTest.class.getResourceAsStream("/partial/koordlet/" + suite + ".json")) {
            JsonNode all = Json.MAPPER.readTree(in).path("cases");
            return StreamSupport.stream(all.spliterator(), false)
                    .filter(one -> !asksForHotPages(one.path("input")))
                    .map(one -> DynamicTest.dynamicTest(
                            suite + ": " + one.path("name").asText(),
                            () -> assertThat(Json.difference(one.path("expect"), run.apply(one.path("input")), 1e-9))
                                    .isEmpty()));
        }
    }

    /** Hot pages need a collector that the agent does not have yet. */
    private static boolean asksForHotPages(JsonNode input) {
        return input.findPath("nodeMemoryCollectPolicy").asText().equals("usageWithHotPageCache");
    }

    private static JsonNode report(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        SampleStore store = new SampleStore(new StoreLimits(
                64L << 20, Duration.ofSeconds(1), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1)));
        Samples.fillRegular(store, input.path("regularSamples"), kernel.now);
        Optional<NodeSlo> slo = Samples.nodeSlo(input);
        List<HostApplication> applications = slo.map(NodeSlo::hostApplications).orElse(List.of());
        NodeView view = new NodeView(Optional.empty(), slo, Optional.empty(), Optional.empty(), kernel.pods());
        CollectPolicy policy = CollectPolicy.of(
                Json.as(input.path("nodeMetricSpec"), NodeMetricSpec.class), CollectPolicy.Bounds.SPECIFIED);
        NodeMetricStatus status = NodeMetricCalculator.calculate(
                new ReportSource(store, UnaryOperator.identity())
                        .input(view, applications, policy, Duration.ZERO, kernel.now),
                Optional.empty());
        ObjectNode out = (ObjectNode) Json.tree(new KubernetesSerialization().convertValue(status, Map.class));
        out.remove("updateTime");
        return out.put("reportIntervalSeconds", policy.interval().toSeconds())
                .put("aggregateDurationSeconds", policy.window().toSeconds());
    }

    @TestFactory
    Stream<DynamicTest> vectorsAreThere() throws IOException {
        return Stream.of("node-metric")
                .map(suite -> DynamicTest.dynamicTest(
                        suite, () -> assertThat(cases(suite, input -> input)).isNotEmpty()));
    }
}
