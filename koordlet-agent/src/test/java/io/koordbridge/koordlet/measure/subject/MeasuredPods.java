package io.koordbridge.koordlet.measure.subject;

import io.koordbridge.koordlet.cluster.override.Overrides;
import io.koordbridge.koordlet.kubepods.Amounts;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PlainTraits;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.protocol.PriorityClass;
import io.koordbridge.protocol.QosClass;
import java.util.List;

/** Pods whose collectors are tested. */
public final class MeasuredPods {

    private MeasuredPods() {}

    /** One that runs with one container, of the class that Kubernetes gives with the label. */
    public static PodInfo pod(String name, QosClass label, KubeQos kubeQos) {
        return pod(name, label, kubeQos, PodInfo.LifeCycle.RUNNING, PodInfo.Placement.NONE);
    }

    public static PodInfo pod(
            String name, QosClass label, KubeQos kubeQos, PodInfo.LifeCycle life, PodInfo.Placement placement) {
        QosClass byDefault = kubeQos == KubeQos.BEST_EFFORT ? QosClass.BE : QosClass.LS;
        return new PodInfo(
                new PodInfo.Identity("shop", name, "uid-" + name),
                life,
                new PodInfo.Classes(label, label == QosClass.NONE ? byDefault : label, kubeQos, PriorityClass.PROD),
                Amounts.NONE,
                List.of(new ContainerInfo("main", "containerd://" + name)),
                PodInfo.Batch.NONE,
                placement,
                PlainTraits.RUNNING,
                Overrides.NONE);
    }
}
