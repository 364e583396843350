package io.koordbridge.colo.convert;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.Set;

/** What a profile enables, disables and weighs. */
@PureCore
final class PluginSwitches {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Plugins of kube-scheduler with the weight of their score, 0 for none; the chart keeps these proportions. */
    private static final Map<String, Long> OF_KUBE_SCHEDULER = Map.ofEntries(
            Map.entry("TaintToleration", 3L),
            Map.entry("NodeAffinity", 2L),
            Map.entry("PodTopologySpread", 2L),
            Map.entry("InterPodAffinity", 2L),
            Map.entry("NodeResourcesFit", 1L),
            Map.entry("NodeResourcesBalancedAllocation", 1L),
            Map.entry("ImageLocality", 1L),
            Map.entry("PrioritySort", 0L),
            Map.entry("SchedulingGates", 0L),
            Map.entry("NodeUnschedulable", 0L),
            Map.entry("NodeName", 0L),
            Map.entry("NodePorts", 0L),
            Map.entry("NodeVolumeLimits", 0L),
            Map.entry("EBSLimits", 0L),
            Map.entry("GCEPDLimits", 0L),
            Map.entry("AzureDiskLimits", 0L),
            Map.entry("VolumeRestrictions", 0L),
            Map.entry("VolumeBinding", 0L),
            Map.entry("VolumeZone", 0L),
            Map.entry("DynamicResources", 0L),
            Map.entry("DefaultPreemption", 0L),
            Map.entry("DefaultBinder", 0L));

    /** Points where koord-scheduler does the work of the plugins that are disabled, or none is there. */
    private static final Set<String> REPLACED = Set.of("queueSort", "permit", "bind", "postBind");

    /** Part of what the extender does at a bind. */
    private static final Set<String> BUILT_IN = Set.of("DefaultPreBind");

    /** The default of Koordinator's chart, for which a reserved place comes before all others. */
    private static final long RESERVATION_FIRST = 5000;

    private PluginSwitches() {}

    static void apply(String path, PluginSets sets, Draft draft) {
        for (Capability capability : Capability.values()) {
            apply(path, capability, sets, draft);
        }
        sets.entries().forEach(entry -> apply(entry, sets, draft));
    }

    private static void apply(String path, Capability capability, PluginSets sets, Draft draft) {
        long running = capability.points().stream()
                .filter(point -> sets.runs(capability.plugin(), point))
                .count();
        if (capability.isExtra()) {
            extra(capability, sets, running > 0, draft);
        } else if (running == 0) {
            off(path, capability, draft);
        } else if (capability == Capability.LOAD) {
            load(path, sets, draft);
        }
    }

    private static void off(String path, Capability capability, Draft draft) {
        if (capability.enabledKey().isEmpty()) {
            draft.untranslated(
                    path,
                    JSON.textNode("without " + capability.plugin()),
                    "This capability cannot be switched off here.");
        } else {
            draft.put(capability.enabledKey(), JSON.booleanNode(false));
        }
    }

    private static void load(String path, PluginSets sets, Draft draft) {
        String plugin = Capability.LOAD.plugin();
        if (!sets.runs(plugin, "score")) {
            draft.put(Capability.LOAD.weightKey(), JSON.numberNode(0));
        }
        if (!sets.runs(plugin, "filter")) {
            draft.untranslated(
                    path + ".filter",
                    JSON.textNode("without " + plugin),
                    "Set the thresholds in scheduler.config.loadAware.usageThresholds to 0: then no node is left out.");
        }
    }

    /** Runs where it is enabled, or where only its arguments are given. */
    private static void extra(Capability capability, PluginSets sets, boolean runs, Draft draft) {
        String section = capability.weightKey().replace(".weight", ".resources");
        boolean configured = !draft.get(section).isMissingNode();
        if (runs && (configured || sets.namesCapabilities())) {
            draft.put(capability.weightKey(), JSON.numberNode(weight(capability, sets)));
        }
    }

    private static long weight(Capability capability, PluginSets sets) {
        long weight = sets.weight(capability.plugin()).orElse(1);
        if (weight > 100) {
            throw new RefusedFieldException("weight of " + capability.plugin(), Long.toString(weight), "0 to 100");
        }
        return weight;
    }

    private static void apply(PluginSets.Entry entry, PluginSets sets, Draft draft) {
        String name = entry.name();
        if (Capability.ofPlugin(name).isPresent()) {
            weigh(entry, Capability.ofPlugin(name).get(), sets, draft);
        } else if (entry.enabled() && OF_KUBE_SCHEDULER.containsKey(name)) {
            if (entry.weight() > 0 && entry.weight() != OF_KUBE_SCHEDULER.get(name)) {
                draft.untranslated(
                        entry.path(),
                        JSON.textNode(name + ", weight " + entry.weight()),
                        "The chart keeps the proportions that kube-scheduler has by default.");
            }
        } else if (entry.enabled() && !BUILT_IN.contains(name)) {
            draft.untranslated(entry.path(), JSON.textNode(name), "No such plugin runs here.");
        } else if (!entry.enabled() && !isReplaced(entry, sets)) {
            draft.untranslated(entry.path(), JSON.textNode(name), "The plugins of kube-scheduler stay on here.");
        }
    }

    private static void weigh(PluginSets.Entry entry, Capability capability, PluginSets sets, Draft draft) {
        if (!entry.enabled() || entry.weight() == 0) {
            return;
        }
        if (capability == Capability.LOAD && sets.runs(capability.plugin(), "score")) {
            draft.put(capability.weightKey(), JSON.numberNode(weight(capability, sets)));
        } else if (capability.weightKey().isEmpty() && entry.weight() != 1 && !isReservationFirst(entry, capability)) {
            draft.untranslated(
                    entry.path(),
                    JSON.textNode(entry.name() + ", weight " + entry.weight()),
                    "The weight of this score is fixed here; scheduler.extender.weight weighs all scores of koord-scheduler.");
        }
    }

    private static boolean isReservationFirst(PluginSets.Entry entry, Capability capability) {
        return capability == Capability.RESERVATION && entry.weight() == RESERVATION_FIRST;
    }

    private static boolean isReplaced(PluginSets.Entry entry, PluginSets sets) {
        String preemption = "DefaultPreemption";
        return REPLACED.contains(entry.point())
                || sets.names(entry.name(), entry.point(), true)
                || (entry.point().equals("postFilter") && sets.names(preemption, "postFilter", true));
    }
}
