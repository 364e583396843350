package io.koordbridge.yarnoperator.largest;

import java.time.Instant;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The nodes of a cluster that keep the size.
 *
 * @param chosen nodes that are to have it, and since when they are
 * @param leaving nodes that were chosen before, and keep it until the chosen ones have it
 * @param passed nodes that did not get it in time although they had room: others are tried first
 */
public record KeptNodes(SortedMap<String, Instant> chosen, Set<String> leaving, Set<String> passed) {

    public static final KeptNodes NONE = new KeptNodes(new TreeMap<>(), Set.of(), Set.of());

    public KeptNodes {
        chosen = Collections.unmodifiableSortedMap(new TreeMap<>(chosen));
        leaving = Collections.unmodifiableSet(new TreeSet<>(leaving));
        passed = Collections.unmodifiableSet(new TreeSet<>(passed));
    }

    /** All that keep it now. */
    public Set<String> all() {
        return Stream.concat(chosen.keySet().stream(), leaving.stream()).collect(Collectors.toUnmodifiableSet());
    }
}
