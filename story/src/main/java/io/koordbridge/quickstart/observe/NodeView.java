package io.koordbridge.quickstart.observe;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.ResourceListDocument;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.protocol.Annotations;
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
        Optional<ResourceListDocument> origin =
                read(node, Annotations.NODE_ORIGIN_ALLOCATABLE, ResourceListDocument.class);
        Optional<YarnLease> lease = read(node, Annotations.NODE_YARN_LEASE, YarnLease.class);
        boolean published = node.getStatus().getAllocatable() != null
                && node.getStatus().getAllocatable().get(ResourceNames.BATCH_CPU) != null;
        return new NodeView(
                origin.map(document -> Quantities.value(document.resources(), ResourceNames.BATCH_CPU))
                        .orElse(-1L),
                published ? Quantities.value(node.getStatus().getAllocatable(), ResourceNames.BATCH_CPU) : -1,
                lease.map(NodeView::held).orElse(Amount.UNKNOWN),
                lease.map(YarnLease::state).orElse(""));
    }

    private static Amount held(YarnLease lease) {
        YarnResource held = lease.lease();
        Long vcores = held == null ? null : held.vcores();
        Long megabytes = held == null ? null : held.memoryMB();
        return vcores == null || megabytes == null ? Amount.UNKNOWN : new Amount(vcores, megabytes);
    }

    private static <T> Optional<T> read(Node node, String key, Class<T> type) {
        try {
            return AnnotationCodec.read(node, key, type);
        } catch (BadAnnotationException e) {
            return Optional.empty();
        }
    }
}
