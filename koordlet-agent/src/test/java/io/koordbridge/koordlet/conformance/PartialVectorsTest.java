package io.koordbridge.koordlet.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.api.slo.NodeMetricSpec;
import io.koordbridge.api.slo.NodeMetricStatus;
import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.collect.HostProc;
import io.koordbridge.koordlet.collect.MeasuredUsage;
import io.koordbridge.koordlet.collect.NodeCollector;
import io.koordbridge.koordlet.collect.PodCollector;
import io.koordbridge.koordlet.collect.ReadErrors;
import io.koordbridge.koordlet.collect.SystemUsage;
import io.koordbridge.koordlet.collect.Usage;
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
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Suites whose NUMA and hot page parts the agent does not have yet: every other part of every case. */
class PartialVectorsTest {

    @TestFactory
    Stream<DynamicTest> nodeUsage() throws IOException {
        return cases("node-usage", PartialVectorsTest::nodeRounds, PartialVectorsTest::withoutNuma);
    }

    @TestFactory
    Stream<DynamicTest> podUsage() throws IOException {
        return cases("pod-usage", PartialVectorsTest::podRounds, PartialVectorsTest::withoutNuma);
    }

    @TestFactory
    Stream<DynamicTest> systemUsage() throws IOException {
        return cases("system-usage", PartialVectorsTest::system, PartialVectorsTest::withoutNuma);
    }

    @TestFactory
    Stream<DynamicTest> nodeMetric() throws IOException {
        return cases("node-metric", PartialVectorsTest::report, PartialVectorsTest::withoutNuma);
    }

    private static Stream<DynamicTest> cases(
            String suite, Function<JsonNode, JsonNode> run, Function<JsonNode, JsonNode> comparable)
            throws IOException {
        try (InputStream in = PartialVectorsTest.class.getResourceAsStream("/partial/koordlet/" + suite + ".json")) {
            JsonNode all = Json.MAPPER.readTree(in).path("cases");
            return StreamSupport.stream(all.spliterator(), false)
                    .filter(one -> !asksForHotPages(one.path("input")))
                    .map(one -> DynamicTest.dynamicTest(
                            suite + ": " + one.path("name").asText(),
                            () -> assertThat(Json.difference(
                                            comparable.apply(one.path("expect")), run.apply(one.path("input")), 1e-9))
                                    .isEmpty()));
        }
    }

    /** Hot pages need a collector that the agent does not have yet. */
    private static boolean asksForHotPages(JsonNode input) {
        return input.findPath("nodeMemoryCollectPolicy").asText().equals("usageWithHotPageCache");
    }

    private static JsonNode withoutNuma(JsonNode expect) {
        if (expect instanceof ObjectNode object) {
            ObjectNode copy = Json.MAPPER.createObjectNode();
            object.properties().stream()
                    .filter(field ->
                            !field.getKey().toLowerCase(java.util.Locale.ROOT).contains("numa"))
                    .forEach(field -> copy.set(field.getKey(), withoutNuma(field.getValue())));
            return copy;
        }
        if (expect instanceof ArrayNode array) {
            ArrayNode copy = Json.MAPPER.createArrayNode();
            array.forEach(one -> copy.add(withoutNuma(one)));
            return copy;
        }
        return expect;
    }

    private static JsonNode nodeRounds(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        NodeCollector collector = new NodeCollector(new HostProc(kernel.files, Path.of("/proc")));
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode rounds = out.putArray("rounds");
        for (JsonNode round : input.path("rounds")) {
            kernel.replaceFiles(round.path("files"));
            ObjectNode one = rounds.addObject();
            try {
                collector
                        .collect(kernel.now.plusMillis(round.path("atMs").asLong()))
                        .ifPresent(
                                usage -> one.put("node_cpu_usage", usage.usage().cores())
                                        .put("node_memory_usage", usage.usage().memoryBytes()));
            } catch (IOException e) {
                one.removeAll();
            }
        }
        return out;
    }

    private static JsonNode podRounds(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        PodCollector collector = new PodCollector(
                new UsageReader(kernel.tree),
                Duration.ofSeconds(1),
                new ReadErrors(new MetricRegistry(), problem -> {}));
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode rounds = out.putArray("rounds");
        for (JsonNode round : input.path("rounds")) {
            kernel.putFiles(round.path("files"));
            PodCollector.PodUsages found =
                    collector.collect(kernel.now.plusMillis(round.path("atMs").asLong()), kernel.pods());
            ObjectNode one = rounds.addObject();
            ObjectNode metrics = one.putObject("metrics");
            put(metrics, "pod", found.pods());
            put(metrics, "container", found.containers());
            one.put("sumCpuCores", found.sum().cores())
                    .put("sumMemoryBytes", found.sum().memoryBytes());
        }
        return out;
    }

    private static void put(ObjectNode metrics, String prefix, Map<String, MeasuredUsage> usages) {
        usages.forEach((key, usage) -> {
            metrics.withObjectProperty(prefix + "_cpu_usage")
                    .put(key, usage.usage().cores());
            metrics.withObjectProperty(prefix + "_memory_usage")
                    .put(key, usage.usage().memoryBytes());
        });
    }

    private static JsonNode system(JsonNode input) {
        Instant now = Instant.ofEpochMilli(input.path("now").asLong());
        ObjectNode out = Json.MAPPER.createObjectNode();
        ObjectNode metrics = out.putObject("metrics");
        SystemUsage.of(
                        measured(input.path("node"), now),
                        measured(input.path("pods").path("pods"), now),
                        measured(input.path("hostApplications"), now),
                        now,
                        Duration.ofSeconds(input.path("outdatedIntervalSeconds").asLong()))
                .ifPresent(usage ->
                        metrics.put("sys_cpu_usage", usage.cores()).put("sys_memory_usage", usage.memoryBytes()));
        return out;
    }

    private static Optional<SystemUsage.Measured> measured(JsonNode given, Instant now) {
        JsonNode cpu = given.path("cpuCores");
        JsonNode memory = given.path("memoryBytes");
        if (!cpu.isObject() || !memory.isObject()) {
            return Optional.empty();
        }
        long age = Math.max(cpu.path("ageMs").asLong(), memory.path("ageMs").asLong());
        Usage usage =
                new Usage(cpu.path("value").asDouble(), memory.path("value").asLong());
        return Optional.of(new SystemUsage.Measured(usage, now.minusMillis(age)));
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
        return Stream.of("node-usage", "pod-usage", "system-usage", "node-metric")
                .map(suite -> DynamicTest.dynamicTest(
                        suite,
                        () -> assertThat(cases(suite, input -> input, expect -> expect))
                                .isNotEmpty()));
    }
}
