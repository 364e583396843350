package io.koordbridge.manager.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.explain.NodeSums;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.plan.NodeExplanation;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.plan.StageOutcome;
import io.koordbridge.capacity.sum.Step;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sums of a node as JSON. */
@PureCore
public final class SumView {

    private SumView() {}

    /** One object for each published amount. */
    public static ArrayNode render(NodeExplanation explanation, Instant now) {
        return of(sums(explanation.terms()), explanation, now);
    }

    /** Batch before mid, then the other stages in their order; devices have a view of their own. */
    private static List<Sum> sums(NodeTerms terms) {
        return terms.stages().stream()
                .map(StageOutcome::stage)
                .filter(stage -> !DeviceView.STAGES.contains(stage.name()))
                .sorted(Comparator.comparing(stage -> !stage.name().equals(StageNames.BATCH_RESOURCE)))
                .flatMap(stage -> stage.explain(terms).stream())
                .toList();
    }

    /** One object for each sum of an amount that the node shows. */
    static ArrayNode of(List<Sum> sums, NodeExplanation explanation, Instant now) {
        ArrayNode out = JsonNodeFactory.instance.arrayNode();
        for (Sum sum : sums) {
            ObjectNode one = out.addObject();
            Quantity onNode = explanation.onNode().allocatable().get(sum.resource());
            BigDecimal shown = onNode == null ? null : Quantities.decimal(onNode);
            head(one, sum);
            one.put("onNode", plain(shown));
            one.put("published", same(sum.result(), shown));
            steps(one.putArray("steps"), sum.steps(), now, true);
        }
        return out;
    }

    /** One object for each zone, with what damping did and a sum for each of its amounts. */
    public static ArrayNode zones(NodeExplanation explanation, Instant now) {
        ArrayNode out = JsonNodeFactory.instance.arrayNode();
        for (Damped<ZoneAllotment> zone : BatchCapacity.of(explanation.terms()).zones()) {
            ObjectNode one = out.addObject();
            one.put("zone", zone.allotment().zone());
            one.put("milliCpu", zone.allotment().milliCpu());
            one.put("memoryBytes", plain(zone.allotment().bytes()));
            one.put("cappedByThreshold", zone.allotment().capped());
            if (!zone.amounts().isEmpty()) {
                DampingView.render(one.putObject("damping"), zone.amounts());
            }
            ArrayNode sums = one.putArray("sums");
            for (Sum sum : NodeSums.of(explanation.terms(), zone)) {
                ObjectNode line = sums.addObject();
                head(line, sum);
                steps(line.putArray("steps"), sum.steps(), now, true);
            }
        }
        return out;
    }

    private static void head(ObjectNode out, Sum sum) {
        out.put("resource", sum.resource());
        out.put("unit", sum.unit());
        out.put("reason", sum.reason());
        out.put("result", plain(sum.result()));
    }

    private static void steps(ArrayNode out, List<Step> steps, Instant now, boolean signed) {
        for (Step step : steps) {
            ObjectNode one = out.addObject();
            if (signed) {
                one.put("sign", step.sign().text());
            }
            one.put("name", step.name());
            one.put("value", plain(step.value()));
            one.put("source", step.source());
            Instant at = step.measuredAt();
            if (at != null) {
                one.put("measuredAt", at.toString());
                one.put("ageSeconds", Ages.seconds(at, now));
            }
            if (!step.parts().isEmpty()) {
                steps(one.putArray("parts"), step.parts(), now, false);
            }
        }
    }

    private static boolean same(@Nullable BigDecimal result, @Nullable BigDecimal shown) {
        if (result == null || shown == null) {
            return result == null && shown == null;
        }
        return result.compareTo(shown) == 0;
    }

    /** Without zeros at the end and without exponent. */
    private static @Nullable BigDecimal plain(@Nullable BigDecimal value) {
        if (value == null) {
            return null;
        }
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }
}
