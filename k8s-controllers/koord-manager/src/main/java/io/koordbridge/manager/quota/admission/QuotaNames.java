package io.koordbridge.manager.quota.admission;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.manager.quota.topology.QuotaObjects;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;

/** Finds the quota that a pod belongs to. */
@PureCore
public final class QuotaNames {

    private QuotaNames() {}

    /**
     * Name of a pod's quota. A label that names a quota which does not serve the pod's namespace counts like that of a quota
     * that does not exist.
     *
     * @param namespace of the pod
     * @param labelOnly gate DisableDefaultQuota: a pod without the label has no quota
     * @return empty when the pod has none
     */
    public static String of(Pod pod, String namespace, QuotaObjects objects, boolean labelOnly) {
        String label = QuotaDocuments.ofPod(pod);
        if (!label.isEmpty()) {
            String otherwise = labelOnly ? "" : WellKnown.DEFAULT_QUOTA;
            return objects.serves(label, namespace) ? label : otherwise;
        }
        if (labelOnly) {
            return "";
        }
        if (objects.get(namespace, namespace).isPresent()) {
            return namespace;
        }
        return objects.boundTo(namespace).orElse(WellKnown.DEFAULT_QUOTA);
    }
}
