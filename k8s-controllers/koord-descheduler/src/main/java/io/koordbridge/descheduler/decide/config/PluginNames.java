package io.koordbridge.descheduler.decide.config;

import io.koordbridge.protocol.PureCore;
import java.util.Set;
import java.util.TreeSet;

/**
 * Names of plugins that exist here.
 *
 * @param deschedule those that look at each pod for itself
 * @param balance those that look at nodes together
 */
@PureCore
public record PluginNames(Set<String> deschedule, Set<String> balance) {

    /** Filters and evicts. */
    public static final String MIGRATION = "MigrationController";
    /** The room on other nodes, as the plugins adapted from Kubernetes ask for it; part of MigrationController here. */
    public static final String DEFAULT_EVICTOR = "DefaultEvictor";

    static final Set<String> FILTERS = Set.of(MIGRATION, DEFAULT_EVICTOR);
    static final Set<String> EVICTORS = Set.of(MIGRATION);

    private static final Set<String> NOT_BUILT = Set.of(
            "HighNodeUtilization",
            "LowNodeUtilization",
            "RemoveDuplicates",
            "RemovePodsHavingTooManyRestarts",
            "RemovePodsViolatingInterPodAntiAffinity",
            "RemovePodsViolatingTopologySpreadConstraint",
            "CustomPriority",
            "FragmentationAware",
            "ScaleDownBinPack");

    public PluginNames {
        deschedule = Set.copyOf(deschedule);
        balance = Set.copyOf(balance);
    }

    /** What is allowed in place of a name, with a remark on names of the reference. */
    static String allowed(String name, Set<String> names) {
        String list = String.join(", ", names.stream().sorted().toList());
        return NOT_BUILT.contains(name) ? list + " (" + name + " is known, not built)" : list;
    }

    boolean has(String name) {
        return deschedule.contains(name) || balance.contains(name) || FILTERS.contains(name);
    }

    Set<String> all() {
        Set<String> all = new TreeSet<>(deschedule);
        all.addAll(balance);
        all.addAll(FILTERS);
        return all;
    }
}
