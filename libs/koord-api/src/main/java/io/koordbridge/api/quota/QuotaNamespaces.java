package io.koordbridge.api.quota;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * What the annotation {@code namespaces} of a quota may do, for every reader of quotas. A quota that names namespaces serves only
 * those. It takes the pods of a namespace other than its own only if it lives in a quota namespace: whoever may write quotas in one
 * namespace must not decide about the pods of others.
 *
 * @param names of the quota namespaces; {@link #ANY} among them permits every quota to take pods of other namespaces
 */
@PureCore
public record QuotaNamespaces(Set<String> names) {

    /** Every namespace is a quota namespace. */
    public static final String ANY = "*";

    /** As the reference: every quota may take the pods of any namespace. */
    public static final QuotaNamespaces EVERY = new QuotaNamespaces(Set.of(ANY));

    /** The quota namespaces where none are configured. */
    public static final List<String> DEFAULT = List.of(WellKnown.NAMESPACE, "kube-system");

    public QuotaNamespaces {
        names = Set.copyOf(names);
    }

    /** From a configured list; a namespace may be in it twice. */
    public static QuotaNamespaces of(Collection<String> names) {
        return new QuotaNamespaces(Set.copyOf(names));
    }

    /** Whether quotas of a namespace may take pods of other namespaces. */
    public boolean mayBindOthers(String home) {
        return names.contains(ANY) || names.contains(home);
    }

    /**
     * The namespaces whose pods a quota takes without a label.
     *
     * @param home namespace of the quota's object
     * @param named namespaces of its annotation
     */
    public List<String> bound(String home, List<String> named) {
        return mayBindOthers(home) ? named : named.stream().filter(home::equals).toList();
    }

    /**
     * Whether pods of a namespace may name a quota by their label. A quota that is named like its namespace always takes the pods
     * of that one.
     *
     * @param home namespace of the quota's object
     * @param named namespaces of its annotation; none serves all
     */
    public static boolean serves(String quota, String home, Collection<String> named, String namespace) {
        boolean namesake = quota.equals(namespace) && home.equals(namespace);
        return named.isEmpty() || namesake || named.contains(namespace);
    }
}
