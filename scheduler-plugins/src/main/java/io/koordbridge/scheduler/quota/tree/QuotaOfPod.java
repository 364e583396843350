package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;

/** To which quota a pod belongs. Quota specification section 2. */
@PureCore
final class QuotaOfPod {

    private QuotaOfPod() {}

    /**
     * The name of the quota, empty when the pod has none. One that does not serve the pod's namespace is not known to it.
     *
     * @param quotas all known quotas by name, the built-in ones among them
     * @param byNamespace which quota takes the pods of a namespace by its annotation
     */
    static String name(
            PodQuota pod, SortedMap<String, QuotaSpec> quotas, Map<String, String> byNamespace, QuotaGates gates) {
        String named = pod.label();
        // A pod of the root quota would be limited by nothing.
        QuotaSpec wanted = quotas.get(named);
        boolean known = wanted != null && !named.equals(WellKnown.ROOT_QUOTA) && wanted.serves(pod.namespace());
        if (gates.disableDefaultQuota()) {
            return known ? named : "";
        }
        if (!named.isEmpty()) {
            return known ? named : WellKnown.DEFAULT_QUOTA;
        }
        QuotaSpec sameName = quotas.get(pod.namespace());
        if (sameName != null && sameName.namespace().equals(pod.namespace())) {
            return sameName.name();
        }
        return byNamespace.getOrDefault(pod.namespace(), WellKnown.DEFAULT_QUOTA);
    }

    /** Which quota takes the pods of a namespace by its annotation; the smallest name when several name the same namespace. */
    static Map<String, String> byNamespace(NavigableMap<String, QuotaSpec> quotas, QuotaNamespaces bindings) {
        Map<String, String> byNamespace = new HashMap<>();
        quotas.descendingMap()
                .values()
                .forEach(quota -> bindings.bound(quota.namespace(), quota.namespaces())
                        .forEach(namespace -> byNamespace.put(namespace, quota.name())));
        return byNamespace;
    }
}
