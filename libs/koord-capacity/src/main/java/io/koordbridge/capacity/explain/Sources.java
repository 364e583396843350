package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.damping.DailyWindow;
import io.koordbridge.sloconfig.damping.DailyWindow.Thresholds;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where the terms of a node come from, in words. */
@PureCore
final class Sources {

    private static final String LABEL = "label ";

    private final NodeTerms node;

    Sources(NodeTerms node) {
        this.node = node;
    }

    String node(String field) {
        return "Node/" + node.node() + " " + field;
    }

    String metric(String field) {
        return "NodeMetric/" + node.node() + " " + field;
    }

    /** A setting with the rules that were laid over each other for it. */
    String rule(String setting) {
        List<String> rules = node.strategy().sources().stream()
                .filter(rule -> !rule.startsWith(LABEL))
                .toList();
        return setting + " (" + String.join(", ", rules) + ")";
    }

    /** A reclaim threshold, which a label or an open window may have set. */
    String threshold(String setting, Axis axis) {
        String label = LABEL + axis.pick(Labels.NODE_CPU_RECLAIM_RATIO, Labels.NODE_MEMORY_RECLAIM_RATIO);
        DailyWindow open = node.prevailing().window();
        boolean byWindow = open != null
                && axis.pickIfAny(
                                open.thresholds().cpuReclaimThresholdPercent(),
                                open.thresholds().memoryReclaimThresholdPercent())
                        != null;
        if (!byWindow && node.strategy().sources().contains(label)) {
            return setting + " (" + label + ")";
        }
        return windowed(setting, byWindow);
    }

    /** A setting of mid, which an open window may have set. */
    String ofMid(String setting, Function<Thresholds, @Nullable Long> threshold) {
        DailyWindow open = node.prevailing().window();
        return windowed(setting, open != null && threshold.apply(open.thresholds()) != null);
    }

    private String windowed(String setting, boolean byWindow) {
        DailyWindow open = node.prevailing().window();
        return byWindow && open != null ? setting + " (window '" + open.name() + "' of the schedule)" : rule(setting);
    }
}
