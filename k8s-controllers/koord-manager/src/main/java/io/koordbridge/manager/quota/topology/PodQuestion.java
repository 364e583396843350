package io.koordbridge.manager.quota.topology;

import java.util.Set;
import java.util.TreeSet;

/**
 * Whether pods belong to a quota.
 *
 * @param quota name that pods carry as a label
 * @param namespaces any pod of these belongs to the quota too
 */
public record PodQuestion(String quota, Set<String> namespaces) {

    public PodQuestion {
        namespaces = Set.copyOf(new TreeSet<>(namespaces));
    }
}
