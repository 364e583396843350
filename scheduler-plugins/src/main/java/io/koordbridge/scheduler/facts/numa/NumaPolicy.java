package io.koordbridge.scheduler.facts.numa;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How strictly pods are aligned to NUMA nodes. */
public enum NumaPolicy {
    NONE(""),
    BEST_EFFORT("BestEffort"),
    RESTRICTED("Restricted"),
    SINGLE_NUMA_NODE("SingleNUMANode"),
    /** A name that is not known: no node matches it. */
    UNKNOWN("Unknown");

    private static final List<String> LEVELS = List.of("ContainerLevel", "PodLevel");

    private final String wireName;

    NumaPolicy(String wireName) {
        this.wireName = wireName;
    }

    /** The name in labels and annotations, empty for none. */
    public String wireName() {
        return wireName;
    }

    /** The policy of a label or annotation; {@code None} and an absent one mean no policy. Empty when the name is unknown. */
    public static Optional<NumaPolicy> ofName(@Nullable String name) {
        return name == null || name.equals("None")
                ? Optional.of(NONE)
                : Arrays.stream(values())
                        .filter(policy -> policy != UNKNOWN && policy.wireName.equals(name))
                        .findFirst();
    }

    /** The first policy that is known among those of a kubelet, whose names may end in the level at which it aligns. */
    public static NumaPolicy ofKubelet(List<String> names) {
        return names.stream()
                .map(NumaPolicy::withoutLevel)
                .map(NumaPolicy::ofName)
                .flatMap(Optional::stream)
                .filter(policy -> policy != NONE)
                .findFirst()
                .orElse(NONE);
    }

    private static String withoutLevel(String name) {
        return LEVELS.stream()
                .filter(name::endsWith)
                .map(level -> name.substring(0, name.length() - level.length()))
                .findFirst()
                .orElse(name);
    }

    /** Whether pods that cannot be aligned are refused. */
    public boolean refuses() {
        return this == RESTRICTED || this == SINGLE_NUMA_NODE;
    }
}
