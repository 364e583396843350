package io.koordbridge.quickstart.observe;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.node.Origin;
import io.koordbridge.api.document.yarn.YarnLeaseReader;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.quickstart.summary.Sample.Amount;
import java.util.Optional;

/**
 * What the Node object says; -1 where it says nothing.
 *
 * @param leaseState word of the operator, empty when there is no lease
 */
public record NodeView(long originMilliCpu, long podsMilliCpu, Amount lease, String leaseState) {

    /** Reads the object. */
    public static NodeView of(Node node) {
        Optional<Origin> origin = Origin.read(node).found();
        Optional<YarnLease> lease = YarnLeaseReader.read(node).found();
        boolean published = node.getStatus().getAllocatable() != null
                && node.getStatus().getAllocatable().get(ResourceNames.BATCH_CPU) != null;
        return new NodeView(
                origin.map(document -> Quantities.value(document.resources(), ResourceNames.BATCH_CPU))
                        .orElse(-1L),
                published ? Quantities.value(node.getStatus().getAllocatable(), ResourceNames.BATCH_CPU) : -1,
                lease.map(NodeView::held).orElse(Amount.UNKNOWN),
                lease.map(YarnLease::state).orElse(""));
    }

    /**
     * What pods beside YARN may request, the NodeManager's own pod among them: the smaller of what is offered to pods and of what the
     * lease leaves, because a lease may be written before the offer follows.
     *
     * @return milli-CPU; 0 before the first lease
     */
    public long freeMilliCpu(long vcoreMilliCpu) {
        return lease.known() ? Math.max(0, Math.min(podsMilliCpu, originMilliCpu - lease.vcores() * vcoreMilliCpu)) : 0;
    }

    private static Amount held(YarnLease lease) {
        YarnResource held = lease.lease();
        Long vcores = held == null ? null : held.vcores();
        Long megabytes = held == null ? null : held.memoryMB();
        return vcores == null || megabytes == null ? Amount.UNKNOWN : new Amount(vcores, megabytes);
    }
}
