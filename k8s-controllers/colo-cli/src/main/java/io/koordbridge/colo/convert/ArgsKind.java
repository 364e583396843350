package io.koordbridge.colo.convert;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Arguments of a plugin, and what becomes of each of their fields.
 *
 * @param plugin its name
 */
@PureCore
record ArgsKind(String plugin, List<FieldRule> rules) {

    private static final List<ArgsKind> ALL = List.of(
            of(
                    "NodeNUMAResource",
                    FieldRule.to(
                            "defaultCPUBindPolicy",
                            "config.numa.defaultCPUBindPolicy",
                            Shapes.oneOf("", "FullPCPUs", "SpreadByPCPUs")),
                    FieldRule.to("scoringStrategy", "config.numa.scoringStrategy", Shapes.strategy()),
                    FieldRule.to("numaScoringStrategy", "config.numa.numaScoringStrategy", Shapes.strategy())),
            new ArgsKind("LoadAwareScheduling", LoadRules.ALL),
            of(
                    "Reservation",
                    FieldRule.none("enablePreemption", "A Reservation evicts no pods here to get its room.", "false"),
                    FieldRule.none("minCandidateNodesPercentage", Reasons.NO_RESERVATION_PREEMPTION),
                    FieldRule.none("minCandidateNodesAbsolute", Reasons.NO_RESERVATION_PREEMPTION),
                    FieldRule.none("controllerWorkers", Reasons.ONE_LOOP),
                    FieldRule.none("gcIntervalSeconds", "The period of the clean-up is fixed here."),
                    FieldRule.none("resyncIntervalSeconds", "Nothing is read again by a period here."),
                    FieldRule.none("disableGarbageCollection", "Ended Reservations are always deleted here.", "false"),
                    FieldRule.to("gcDurationSeconds", "config.reservation.gcDuration", Shapes.seconds())),
            new ArgsKind("ElasticQuota", QuotaRules.ALL),
            of(
                    "Coscheduling",
                    FieldRule.to(
                            "defaultTimeout", "config.gang.defaultTimeout", Shapes.duration(Duration.ofSeconds(1))),
                    FieldRule.none("controllerWorkers", Reasons.ONE_LOOP),
                    FieldRule.none(
                            "skipCheckScheduleCycle",
                            "A gang has no schedule cycles here: it is planned as a whole.",
                            "false"),
                    FieldRule.none("enablePreemption", "A gang evicts no pods here to get its places.", "false"),
                    FieldRule.none("awareNetworkTopology", "Gangs are not placed by network topology here.", "false"),
                    FieldRule.none(
                            "defaultMatchPolicy",
                            "Gangs without a match-policy count as once-satisfied here.",
                            "once-satisfied")),
            of(
                    "DeviceShare",
                    FieldRule.none("allocator", "There is one allocator here.", "", "default"),
                    FieldRule.inside(
                            "scoringStrategy",
                            List.of(
                                    FieldRule.to(
                                            "type",
                                            "config.devices.scoringStrategy",
                                            (path, value, draft) -> Shapes.type(path, value)),
                                    FieldRule.none(
                                            "resources",
                                            "Devices are scored by the free share of what a pod requests, without weights."))),
                    FieldRule.to(
                            "disableDeviceNUMATopologyAlignment",
                            "config.devices.disableDeviceNUMATopologyAlignment",
                            Shapes.flag())),
            of("NodeResourcesFitPlus", FieldRule.to("resources", "config.fitPlus.resources", Shapes.rules())),
            of("ScarceResourceAvoidance", FieldRule.to("resources", "config.scarce.resources", Shapes.names())),
            of(
                    "NodeResourcesFit",
                    new FieldRule("scoringStrategy", FitStrategy::apply),
                    FieldRule.none("ignoredResources", Reasons.KUBE_SCHEDULER),
                    FieldRule.none("ignoredResourceGroups", Reasons.KUBE_SCHEDULER)),
            of("NodeResourcesBalancedAllocation", FieldRule.none("resources", Reasons.KUBE_SCHEDULER)),
            of(
                    "DefaultPreemption",
                    FieldRule.none("minCandidateNodesPercentage", Reasons.KUBE_SCHEDULER, "10"),
                    FieldRule.none("minCandidateNodesAbsolute", Reasons.KUBE_SCHEDULER, "100")),
            of(
                    "InterPodAffinity",
                    FieldRule.none("hardPodAffinityWeight", Reasons.KUBE_SCHEDULER, "1"),
                    FieldRule.none("ignorePreferredTermsOfExistingPods", Reasons.KUBE_SCHEDULER, "false")),
            of("NodeAffinity", FieldRule.none("addedAffinity", Reasons.KUBE_SCHEDULER)),
            of(
                    "PodTopologySpread",
                    FieldRule.none("defaultConstraints", Reasons.KUBE_SCHEDULER),
                    FieldRule.none("defaultingType", Reasons.KUBE_SCHEDULER, "System")),
            of(
                    "VolumeBinding",
                    FieldRule.none("bindTimeoutSeconds", Reasons.KUBE_SCHEDULER, "600"),
                    FieldRule.none("shape", Reasons.KUBE_SCHEDULER)));

    ArgsKind {
        rules = List.copyOf(rules);
    }

    private static ArgsKind of(String plugin, FieldRule... rules) {
        return new ArgsKind(plugin, List.of(rules));
    }

    static Optional<ArgsKind> ofPlugin(String name) {
        return ALL.stream().filter(one -> one.plugin.equals(name)).findFirst();
    }

    /** All plugins, for messages. */
    static String plugins() {
        return String.join(", ", ALL.stream().map(ArgsKind::plugin).toList());
    }

    String kind() {
        return plugin + "Args";
    }

    /** Reasons that several fields share. */
    private static final class Reasons {
        static final String KUBE_SCHEDULER = "The chart does not configure this plugin of kube-scheduler.";
        static final String ONE_LOOP = "It has no meaning here.";
        static final String NO_RESERVATION_PREEMPTION = "No Reservation evicts pods here.";
    }
}
