package io.koordbridge.manager.explain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.damping.DampedCapacity;
import io.koordbridge.capacity.offered.BatchCapacity;
import io.koordbridge.capacity.offered.MidCapacity;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.steadypods.Steadied;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
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
            capacity(out, "batch", BatchCapacity.of(node).batch().report());
            capacity(out, "mid", MidCapacity.of(node).mid().report());
            pods(out.putObject("steadyPods"), node.steadied().effects());
        }
        return out;
    }

    private static void capacity(ObjectNode out, String name, @Nullable DampedCapacity damped) {
        if (damped != null) {
            render(out.putObject(name), damped);
        }
    }

    /** Both amounts of one capacity. */
    static void render(ObjectNode out, DampedCapacity damped) {
        amount(out.putObject("cpu"), damped.cpu());
        amount(out.putObject("memory"), damped.memory());
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
