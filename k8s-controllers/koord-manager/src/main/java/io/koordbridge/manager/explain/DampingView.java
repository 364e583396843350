package io.koordbridge.manager.explain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.steadypods.Steadied;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What damping did, as JSON. */
@PureCore
public final class DampingView {

    private DampingView() {}

    /** The object; only {@code on} when nothing is damped. */
    public static ObjectNode render(NodeTerms node) {
        ObjectNode out = JsonNodeFactory.instance.objectNode();
        boolean on = node.strategy().nodeEnabled() && !node.strategy().damping().off();
        out.put("on", on);
        if (on) {
            Map<String, DampedAmount> damped = new TreeMap<>();
            node.stages().forEach(outcome -> damped.putAll(outcome.damped()));
            damped.forEach((resource, amount) -> {
                String name = resource.substring(resource.lastIndexOf('/') + 1);
                int side = name.lastIndexOf('-');
                ObjectNode capacity = side < 0 ? out : out.withObjectProperty(name.substring(0, side));
                amount(capacity.putObject(name.substring(side + 1)), amount);
            });
            pods(out.putObject("steadyPods"), node.steadied().effects());
        }
        return out;
    }

    /** The amounts of one zone, each by the last word of its name. */
    static void render(ObjectNode out, Map<String, DampedAmount> damped) {
        damped.forEach(
                (resource, amount) -> amount(out.putObject(resource.substring(resource.lastIndexOf('-') + 1)), amount));
    }

    private static void amount(ObjectNode out, DampedAmount amount) {
        out.put("computed", amount.computed());
        out.put("wanted", amount.wanted());
        out.put("published", amount.published());
        out.put("effect", amount.effect().name());
        out.put("changedAt", text(amount.after().changedAt()));
        out.put("moreAt", text(amount.dueAt().orElse(null)));
    }

    private static void pods(ObjectNode out, Steadied.Effects pods) {
        out.put("leftListKept", pods.kept());
        out.put("leftReportKept", pods.carried());
        out.put("startingWithoutMetrics", pods.starting());
        out.put("withoutMetrics", pods.overdue());
        out.put("notSystemMilliCpu", pods.notSystem().milliCpu());
        out.put("notSystemBytes", pods.notSystem().bytes());
        out.put("reclaimableKeptMilliCpu", pods.reclaimableKept().milliCpu());
        out.put("reclaimableKeptBytes", pods.reclaimableKept().bytes());
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null || instant.equals(Instant.EPOCH) ? null : instant.toString();
    }
}
