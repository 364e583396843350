package io.koordbridge.koordlet.qos.nodemanager;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Pods of NodeManagers. */
public final class NodeManagerPods {

    private NodeManagerPods() {}

    /** As chart hadoop-yarn makes it, with another request. */
    public static PodInfo requesting(String uid, long milliCpu) {
        return changed(uid, milliCpu, pod -> pod);
    }

    static PodInfo changed(String uid, long milliCpu, UnaryOperator<PodBuilder> change) {
        Map<String, Quantity> requests =
                milliCpu == 0 ? Map.of() : Map.of("kubernetes.io/batch-cpu", new Quantity(Long.toString(milliCpu)));
        PodBuilder pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace("hadoop")
                .withName("nm-" + uid)
                .withUid(uid)
                .addToLabels("koordinator.sh/qosClass", "BE")
                .addToLabels("app.kubernetes.io/component", "node-manager")
                .endMetadata()
                .withNewSpec()
                .addNewContainer()
                .withName("nodemanager")
                .withNewResources()
                .withRequests(requests)
                .endResources()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .withQosClass("BestEffort")
                .addNewContainerStatus()
                .withName("nodemanager")
                .withContainerID("containerd://c-" + uid)
                .endContainerStatus()
                .endStatus();
        return PodInfos.of(change.apply(pod).build(), problem -> {});
    }
}
