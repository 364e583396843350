package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.enforce.quota.ComposedQuota;
import io.koordbridge.koordlet.enforce.quota.QuotaPart;
import io.koordbridge.koordlet.enforce.quota.QuotaPlan;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.NodeView;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.qos.normalization.BaseQuotas;
import io.koordbridge.koordlet.qos.normalization.NormalizationMemory;
import io.koordbridge.koordlet.qos.normalization.NormalizationStrategy;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

public final class CpuNormalizationAdapter implements SuiteAdapter {

    /** Tag of a case whose last ratio goes while quotas are held. */
    private static final String GIVEN_BACK = "quotas-given-back";

    @Override
    public String suite() {
        return "koordlet/cpu-normalization";
    }

    @Override
    public List<String> tags(JsonNode input) {
        List<String> tags = new ArrayList<>(RecordedPods.tags(input.path("pods")));
        for (JsonNode step : run(input).path("steps")) {
            if (!step.path("enabled").asBoolean() && !step.path("writes").isEmpty()) {
                tags.add(GIVEN_BACK);
            }
        }
        return tags;
    }

    @Override
    public JsonNode run(JsonNode input) {
        Life life = new Life(input);
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode steps = out.putArray("steps");
        input.path("nodeUpdates").forEach(node -> steps.add(life.update(node)));
        return out;
    }

    private static final class Life {
        private final JsonNode input;
        private final KernelCase kernel;
        private final List<PodInfo> pods;
        private final NormalizationStrategy strategy = new NormalizationStrategy(true);
        private NormalizationMemory memory = strategy.initial();

        Life(JsonNode input) {
            this.input = input;
            this.kernel = new KernelCase(input);
            this.pods = kernel.pods();
        }

        ObjectNode update(JsonNode node) {
            double before = memory.ratio();
            Step<NormalizationMemory> step = strategy.step(snapshot(Json.as(node, Node.class)), memory);
            memory = step.memory();
            ObjectNode out = Json.MAPPER.createObjectNode();
            if (!step.problems().isEmpty()) {
                out.put("error", true);
            }
            boolean enabled = memory.ratio() > 0;
            out.put("enabled", enabled);
            out.put("ratio", memory.ratio());
            out.put("ruleChanged", memory.ratio() != before);
            ObjectNode quotas = out.putObject("pods");
            input.path("pods").forEach(pod -> quotas.set(name(pod), pod(pod, enabled)));
            if (input.has("files")) {
                QuotaPlan.batches(step.quotas()).forEach(kernel.executor::carryOut);
                out.set("writes", kernel.writes());
            }
            return out;
        }

        private NodeSnapshot snapshot(Node node) {
            NodeSnapshot bare = kernel.snapshot(Optional.empty(), Optional.empty(), pods);
            Readings readings = new ReadingsReader(kernel.reader, Samples.store(), Duration.ofSeconds(1), problem -> {})
                    .read(strategy.needs(bare.slo()), pods, kernel.now);
            return new NodeSnapshot(
                    bare.tick(),
                    new NodeView(
                            Optional.of(NodeFacts.of(node, null, problem -> {})),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            pods),
                    bare.slo(),
                    bare.processors(),
                    bare.tier(),
                    bare.load(),
                    bare.paths(),
                    bare.refused(),
                    bare.evictionFacts(),
                    readings);
        }

        private ObjectNode pod(JsonNode recorded, boolean enabled) {
            Optional<BaseQuotas> base = pods.stream()
                    .filter(pod -> enabled && pod.name().equals(name(recorded)))
                    .findFirst()
                    .flatMap(pod -> BaseQuotas.of(pod, CgroupFormat.PERIOD_MICROS));
            ObjectNode out = Json.MAPPER.createObjectNode();
            base.filter(found -> found.podMicros() > 0)
                    .ifPresent(found -> out.put("cfsQuotaUs", normalized(found.podMicros())));
            ObjectNode containers = out.putObject("containers");
            for (JsonNode container : recorded.path("spec").path("containers")) {
                String name = container.path("name").asText();
                ObjectNode one = containers.putObject(name);
                base.map(found -> found.containers().get(name))
                        .ifPresent(micros -> one.put("cfsQuotaUs", normalized(micros)));
            }
            return out;
        }

        private long normalized(long baseMicros) {
            return ComposedQuota.of(List.of(new QuotaPart(
                            "", baseMicros, baseMicros, new QuotaPart.Normalized(memory.ratio()), "normalization")))
                    .quotaMicros();
        }

        private static String name(JsonNode pod) {
            return pod.path("metadata").path("name").asText();
        }
    }
}
