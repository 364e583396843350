package io.koordbridge.capacity.batchresource;

import io.koordbridge.protocol.PureCore;
import java.util.function.UnaryOperator;

/**
 * What a node or a zone keeps from pods.
 *
 * @param reserved the larger of both reservations
 * @param hosts what host applications of the classes that count use
 * @param system the larger of two amounts: use of system and host applications, and reservation
 */
@PureCore
public record NodeOverhead(
        CpuMemory annotationReserved,
        CpuMemory kubeletReserved,
        CpuMemory reserved,
        CpuMemory systemUsed,
        CpuMemory hosts,
        CpuMemory system) {

    /** That of a node. */
    public static NodeOverhead of(NodeSnapshot node, CpuMemory systemUsed, CpuMemory hosts) {
        CpuMemory kubelet = node.capacity().minus(node.allocatable()).atLeastZero();
        CpuMemory reserved = kubelet.max(node.annotationReserved());
        CpuMemory system = systemUsed.plus(hosts).max(reserved);
        return new NodeOverhead(node.annotationReserved(), kubelet, reserved, systemUsed, hosts, system);
    }

    /** That of one of so many equal zones. */
    NodeOverhead share(int zones) {
        UnaryOperator<CpuMemory> share = amount -> amount.share(zones);
        return new NodeOverhead(
                share.apply(annotationReserved),
                share.apply(kubeletReserved),
                share.apply(reserved),
                share.apply(systemUsed),
                share.apply(hosts),
                share.apply(system));
    }
}
