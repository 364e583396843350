package io.koordbridge.manager.explain;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.manager.damping.DampedAmount;
import io.koordbridge.manager.damping.DampingReport;
import io.koordbridge.manager.damping.Steadied;
import io.koordbridge.manager.noderesource.NodeTerms;
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
        DampingReport report = node.batch().report();
        out.put("on", report != null);
        if (report != null) {
            out.put("window", report.window());
            out.put("windowChangesAt", text(report.windowChangesAt().orElse(null)));
            amount(out.putObject("cpu"), report.cpu());
            amount(out.putObject("memory"), report.memory());
            pods(out.putObject("steadyPods"), report.pods());
        }
        return out;
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
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null || instant.equals(Instant.EPOCH) ? null : instant.toString();
    }
}
