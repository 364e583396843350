package io.koordbridge.manager.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.batchresource.BatchTerms;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.plan.CapacityChange;
import io.koordbridge.capacity.plan.NodeExplanation;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.plan.StageOutcome;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.manager.explain.Ages;
import io.koordbridge.manager.explain.DampingView;
import io.koordbridge.manager.explain.DeviceView;
import io.koordbridge.manager.explain.SumView;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Renders the last calculation for a node as JSON: every term with value, unit, source and age. */
@PureCore
final class ExplainView {

    private ExplainView() {}

    /**
     * Renders.
     *
     * @param since from when on the changes are complete, null when that is not known
     */
    static JsonNode render(NodeExplanation explanation, @Nullable Instant since, Instant now) {
        NodeTerms node = explanation.terms();
        BatchCapacity batch = BatchCapacity.of(node);
        BatchAllotment allotment = batch.allotment();
        ObjectNode out = PlainJson.MAPPER.createObjectNode();
        out.put("node", node.node());
        out.put("calculatedAt", node.calculatedAt().toString());
        out.put("ageSeconds", Ages.seconds(node.calculatedAt(), now));
        out.put("colocationEnabled", node.strategy().nodeEnabled());
        out.put("reason", allotment.reason().name());
        out.put("cpuPolicy", allotment.cpuPolicy().wireName());
        out.put("memoryPolicy", allotment.memoryPolicy().wireName());
        out.put("cappedByThreshold", allotment.capped());
        ArrayNode sources = out.putArray("strategySources");
        node.strategy().sources().forEach(sources::add);
        out.set("strategy", PlainJson.MAPPER.valueToTree(node.strategy().strategy()));
        report(out.putObject("report"), explanation, allotment.usageAt(), now);
        out.set("sums", SumView.render(explanation, now));
        out.set("damping", DampingView.render(node));
        ArrayNode terms = out.putArray("terms");
        if (allotment.terms() != null) {
            terms(terms, explanation, allotment.terms());
        }
        batch(out.putObject("batch"), batch);
        split(out.putObject("split"), batch.split());
        decision(out.putObject("decision").put("changesSince", text(since)), explanation);
        stages(out.putArray("stages"), node);
        out.set("zones", SumView.zones(explanation, now));
        out.set("devices", DeviceView.render(explanation, now));
        changes(out.putArray("changes"), explanation);
        return out;
    }

    private static void report(ObjectNode out, NodeExplanation explanation, @Nullable Instant reported, Instant now) {
        Instant seen = explanation.terms().reportSeenAt();
        out.put("source", "NodeMetric/" + explanation.terms().node());
        out.put("reportedAt", text(reported));
        out.put("receivedAt", text(seen));
        if (reported != null) {
            out.put("ageSeconds", Ages.seconds(reported, now));
        }
    }

    private static void protection(ObjectNode out, NodeProtection protection) {
        out.put("state", protection.state().name());
        out.put("why", protection.why());
        out.put("sentence", protection.sentence());
        out.put("unprotectedSince", text(protection.unprotectedSince()));
        out.put("offersNothing", protection.offersNothing());
        out.put("changesAt", text(protection.changesAt().orElse(null)));
    }

    private static void terms(ArrayNode out, NodeExplanation explanation, BatchTerms terms) {
        String node = "Node/" + explanation.terms().node();
        String metric = "NodeMetric/" + explanation.terms().node();
        String pods = "pods of the node (" + terms.pods().counts().highPriorityPods() + " high-priority, "
                + terms.pods().counts().podsWithoutMetric() + " without metric)";
        term(out, "capacity", terms.capacity(), node + " status.capacity");
        term(out, "margin", terms.margin(), "strategy reclaim thresholds");
        term(out, "annotationReserved", terms.overhead().annotationReserved(), node + " reservation annotation");
        term(out, "kubeletReserved", terms.overhead().kubeletReserved(), node + " capacity - allocatable");
        term(out, "reserved", terms.overhead().reserved(), "max(kubeletReserved, annotationReserved)");
        term(out, "systemUsed", terms.overhead().systemUsed(), metric + " systemUsage");
        term(out, "hostHighPriority", terms.overhead().hosts(), metric + " host applications of class prod and mid");
        term(out, "system", terms.overhead().system(), "max(systemUsed + hostHighPriority, reserved)");
        term(out, "highPriorityRequest", terms.pods().request(), pods);
        term(out, "highPriorityUsed", terms.pods().used(), pods + " and " + metric);
        term(out, "highPriorityMax", terms.pods().max(), pods + " and " + metric);
        term(
                out,
                "dangling",
                terms.pods().dangling(),
                metric + ", " + terms.pods().counts().danglingMetrics()
                        + " metrics without pod; inside highPriorityUsed");
        term(out, "usage", terms.byUsage(), "capacity - margin - system - highPriorityUsed");
        term(out, "request", terms.byRequest(), "capacity - margin - reserved - highPriorityRequest");
        term(out, "maxUsageRequest", terms.byMaxUsageRequest(), "capacity - margin - system - highPriorityMax");
    }

    private static void term(ArrayNode out, String name, CpuMemory amount, String source) {
        out.addObject()
                .put("name", name)
                .put("milliCpu", amount.nanoCpu() / 1e6)
                .put("memoryBytes", amount.milliBytes() / 1e3)
                .put("source", source);
    }

    private static void batch(ObjectNode out, BatchCapacity batch) {
        out.put("milliCpu", batch.allotment().milliCpu());
        out.put("memoryBytes", batch.allotment().bytes());
        out.put("normalizationRatio", batch.ratio());
    }

    private static void split(ObjectNode out, BatchSplit split) {
        out.put("offered", split.offered());
        out.put("originMilliCpu", split.originMilliCpu());
        out.put("originMemoryBytes", split.originBytes());
        out.put("thirdPartyMilliCpu", split.thirdParty().microCpu() / 1e3);
        out.put("thirdPartyMemoryBytes", split.thirdParty().milliBytes() / 1e3);
        out.put("thirdPartySource", split.thirdParty().source().name());
        out.put("podsMilliCpu", split.podsMicroCpu() / 1e3);
        out.put("podsMemoryBytes", split.podsMilliBytes() / 1e3);
    }

    private static void decision(ObjectNode out, NodeExplanation explanation) {
        out.put("reason", explanation.status().reason().name());
        out.put("wrote", explanation.status().writes() && explanation.notWritten() == null);
        out.put("metadata", explanation.metadata().name());
        out.put("notWritten", explanation.notWritten());
        protection(out.putObject("protection"), explanation.terms().protection());
        out.put("askAgainAt", text(explanation.status().askAgainAt().orElse(null)));
        Map<String, Long> held = explanation.terms().held();
        out.put("podsHoldMilliCpu", held.getOrDefault(ResourceNames.BATCH_CPU, 0L));
        out.put("podsHoldMemoryBytes", held.getOrDefault(ResourceNames.BATCH_MEMORY, 0L));
        out.put("podsHoldMidMilliCpu", held.getOrDefault(ResourceNames.MID_CPU, 0L));
        out.put("podsHoldMidMemoryBytes", held.getOrDefault(ResourceNames.MID_MEMORY, 0L));
        NodeExplanation.LastWrite last = explanation.lastWrite();
        out.put("lastWriteAt", text(last == null ? null : last.at()));
        out.put("lastWriteCause", last == null ? null : last.status().name());
    }

    private static void stages(ArrayNode out, NodeTerms node) {
        for (StageOutcome<?> outcome : node.stages()) {
            ObjectNode stage = out.addObject();
            stage.put("stage", outcome.name());
            stage.put("problem", outcome.problem());
            ObjectNode annotations = stage.putObject("annotations");
            new TreeMap<>(outcome.preparation().annotations())
                    .forEach((key, text) -> annotations.put(key, text.orElse(null)));
        }
    }

    private static void changes(ArrayNode out, NodeExplanation explanation) {
        for (CapacityChange change : explanation.changes()) {
            out.addObject()
                    .put("at", change.at().toString())
                    .put("resource", change.resource())
                    .put("before", change.before())
                    .put("after", change.after())
                    .put("beforeValue", amount(change.before()))
                    .put("afterValue", amount(change.after()))
                    .put("why", change.why().name())
                    .put("because", change.because());
        }
    }

    private static @Nullable BigDecimal amount(@Nullable String quantity) {
        return quantity == null ? null : Quantities.decimal(new Quantity(quantity));
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
