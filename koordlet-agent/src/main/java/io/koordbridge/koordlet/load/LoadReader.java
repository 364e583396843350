package io.koordbridge.koordlet.load;

import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.kubepods.NodeFacts;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.policy.suppress.NodeLoad;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Newest usages and what is known about pods and applications to a {@link NodeLoad}. */
@PureCore
public final class LoadReader {

    private LoadReader() {}

    /**
     * Pods and applications without a usage do not count; a usage without its pod counts as not best-effort.
     *
     * @param podCores by pod UID
     * @param applicationCores by name
     */
    public static NodeLoad load(
            NodeFacts node,
            double nodeCores,
            List<PodInfo> pods,
            Map<String, Double> podCores,
            List<HostApplication> applications,
            Map<String, Double> applicationCores) {
        List<NodeLoad.Usage> podUsages = new ArrayList<>(podCores.size());
        for (PodInfo pod : pods) {
            Double cores = podCores.get(pod.uid());
            if (cores != null) {
                podUsages.add(new NodeLoad.Usage(cores, pod.isBestEffort()));
            }
        }
        if (podUsages.size() < podCores.size()) {
            Map<String, Double> unknown = new TreeMap<>(podCores);
            pods.forEach(pod -> unknown.remove(pod.uid()));
            unknown.values().forEach(cores -> podUsages.add(new NodeLoad.Usage(cores, false)));
        }
        List<NodeLoad.Usage> applicationUsages = new ArrayList<>();
        for (HostApplication application : applications) {
            Double cores = application.name() == null ? null : applicationCores.get(application.name());
            if (cores != null) {
                applicationUsages.add(new NodeLoad.Usage(cores, isBestEffort(application)));
            }
        }
        return new NodeLoad(node.capacityMilliCpu(), node.reservedMilliCpu(), nodeCores, podUsages, applicationUsages);
    }

    /** Best-effort only in the best-effort tier, where suppression reaches it. */
    public static boolean isBestEffort(HostApplication application) {
        return QosClass.ofLabel(application.qos()) == QosClass.BE
                && application.cgroupPath() != null
                && "KubepodsBesteffort".equals(application.cgroupPath().base());
    }
}
