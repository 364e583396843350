package io.koordbridge.koordlet.qos.normalization;

import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.enforce.quota.QuotaPart;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.measure.reading.Need;
import io.koordbridge.koordlet.measure.reading.Scope;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.QosClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Parts of the quotas of all pods on shared CPUs. A group whose file cannot be read is left, and so is one without a quota although its limits
 * say one: the kubelet sets none there, or gave it whole CPUs.
 */
@PureCore
final class NormalizedQuotas {

    private static final Scope PODS = Scope.pods(QosClass.LS, QosClass.NONE);
    private static final Need<Long> OF_POD = Need.knob(Knob.CPU_CFS_QUOTA, PODS);
    private static final Need<Long> OF_CONTAINER =
            Need.knob(Knob.CPU_CFS_QUOTA, Scope.containers(QosClass.LS, QosClass.NONE));
    private static final Need<Long> PERIOD = Need.knob(Knob.CPU_CFS_PERIOD, PODS);

    private NormalizedQuotas() {}

    /** What files hold now. */
    static Set<Need<?>> needs() {
        return Set.of(OF_POD, OF_CONTAINER, PERIOD);
    }

    /** Pods in their order, each before its containers. */
    static List<QuotaPart> of(NodeSnapshot snapshot, QuotaPart.Normalized stage, String owner) {
        List<QuotaPart> parts = new ArrayList<>();
        for (PodInfo pod : snapshot.cluster().pods()) {
            long period = snapshot.readings()
                    .of(PERIOD, pod)
                    .filter(found -> found > 0)
                    .orElse(CgroupFormat.PERIOD_MICROS);
            BaseQuotas.of(pod, period).ifPresent(base -> add(snapshot, pod, base, stage, owner, parts));
        }
        return parts;
    }

    private static void add(
            NodeSnapshot snapshot,
            PodInfo pod,
            BaseQuotas base,
            QuotaPart.Normalized stage,
            String owner,
            List<QuotaPart> parts) {
        String group = snapshot.paths().podDir(pod.kubeQos(), pod.uid());
        held(snapshot.readings().of(OF_POD, pod))
                .filter(held -> base.podMicros() > 0)
                .ifPresent(held -> parts.add(new QuotaPart(group, base.podMicros(), held, stage, owner)));
        for (ContainerInfo container : pod.containers()) {
            Long micros = base.containers().get(container.name());
            if (micros != null) {
                // What was read has a path.
                held(snapshot.readings().of(OF_CONTAINER, container))
                        .ifPresent(held -> parts.add(new QuotaPart(
                                snapshot.paths().containerDir(group, container.id()), micros, held, stage, owner)));
            }
        }
    }

    private static Optional<Long> held(Optional<Long> micros) {
        return micros.filter(found -> found > 0);
    }
}
