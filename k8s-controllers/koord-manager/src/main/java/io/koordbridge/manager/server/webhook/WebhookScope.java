package io.koordbridge.manager.server.webhook;

import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whose pods the webhook concerns. The registration says the same to the API server; this holds when the registration was
 * changed by hand, and for pods that are looked at later.
 */
@PureCore
public final class WebhookScope {

    private static final String KUBE_SYSTEM = "kube-system";

    private final Set<String> excludedNamespaces;

    /**
     * A scope.
     *
     * @param ownNamespace never concerned, like kube-system
     * @param excludedNamespaces further ones
     */
    public WebhookScope(String ownNamespace, Set<String> excludedNamespaces) {
        Set<String> all = new TreeSet<>(excludedNamespaces);
        all.add(ownNamespace);
        all.add(KUBE_SYSTEM);
        this.excludedNamespaces = Set.copyOf(all);
    }

    /** Namespaces that are never concerned. */
    public Set<String> excludedNamespaces() {
        return excludedNamespaces;
    }

    /**
     * Whether pods of a namespace are concerned.
     *
     * @param labels of the namespace, null when it is not known
     */
    public boolean covers(String namespace, @Nullable Map<String, String> labels) {
        return !excludedNamespaces.contains(namespace) && !optsOut(labels);
    }

    /** Whether labels of a pod or namespace take it out. */
    public static boolean optsOut(@Nullable Map<String, String> labels) {
        return labels != null && "true".equals(labels.get(Labels.WEBHOOK_OPT_OUT));
    }
}
