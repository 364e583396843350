package io.koordbridge.koordlet.app;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.EventType;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.QosClass;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says of pods of the system without requests that they are suppressed with batch work, once for each set of them. One thread. */
final class SystemPods {

    private static final Logger LOG = LoggerFactory.getLogger(SystemPods.class);
    private static final String NAMESPACE = "kube-system";
    private static final int MOST_NAMED = 20;

    private final EventRecorder events;
    private final Supplier<? extends HasMetadata> node;
    private List<String> named = List.of();

    SystemPods(EventRecorder events, Supplier<? extends HasMetadata> node) {
        this.events = events;
        this.node = node;
    }

    /** Names of those that Kubernetes calls BestEffort and no label does: the kubelet puts them into the tier. */
    static List<String> inTier(List<PodInfo> pods) {
        return pods.stream()
                .filter(pod -> pod.namespace().equals(NAMESPACE) && !pod.finished())
                .filter(pod -> pod.kubeQos() == KubeQos.BEST_EFFORT && pod.labelQos() == QosClass.NONE)
                .map(PodInfo::fullName)
                .sorted()
                .limit(MOST_NAMED)
                .toList();
    }

    /** What to know of them. */
    static String advice(List<String> names) {
        return String.join(", ", names)
                + ": no requests, so they run in the best-effort tier and are suppressed with it;"
                + " give them CPU requests, or leave the tier a floor by cpuSuppressMinPercent";
    }

    /** Looks once. */
    void round(List<PodInfo> pods) {
        List<String> found = inTier(pods);
        if (!found.isEmpty() && !found.equals(named)) {
            LOG.warn("pods of the system are suppressed with batch work pods={}", found);
            events.record(node.get(), EventType.WARNING, "KoordletSuppressesSystemPods", advice(found));
        }
        named = found;
    }
}
