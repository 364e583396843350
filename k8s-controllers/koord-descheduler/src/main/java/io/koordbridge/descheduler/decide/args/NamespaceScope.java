package io.koordbridge.descheduler.decide.args;

import io.koordbridge.protocol.PureCore;
import java.util.Set;

/**
 * Namespaces whose pods may be evicted, by exact names.
 *
 * @param include only these; empty for all
 * @param exclude never those
 */
@PureCore
public record NamespaceScope(Set<String> include, Set<String> exclude) {

    /** All namespaces. */
    public static final NamespaceScope ALL = new NamespaceScope(Set.of(), Set.of());

    public NamespaceScope {
        include = Set.copyOf(include);
        exclude = Set.copyOf(exclude);
    }

    /** Whether pods of a namespace may be evicted. */
    public boolean covers(String namespace) {
        return (include.isEmpty() || include.contains(namespace)) && !exclude.contains(namespace);
    }
}
