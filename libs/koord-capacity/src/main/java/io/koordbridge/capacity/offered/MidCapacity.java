package io.koordbridge.capacity.offered;

import io.koordbridge.capacity.batchresource.BatchAllotment.Reason;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.time.Instant;
import java.util.List;

/**
 * Mid capacity of a node.
 *
 * @param mid with what damping did
 * @param from time of the report that the published amounts come from
 */
@PureCore
public record MidCapacity(Damped<MidAllotment> mid, Instant from) {

    /** Mid resources. */
    public static final List<String> RESOURCES = List.of(ResourceNames.MID_CPU, ResourceNames.MID_MEMORY);

    /** Of a finished pass; what the node shows stays where the stage is switched off. */
    public static MidCapacity of(NodeTerms terms) {
        return terms.result(MidCapacity.class)
                .orElseGet(() -> new MidCapacity(
                        Damped.undamped(MidAllotment.reset(Reason.STAGE_OFF, null)), terms.calculatedAt()));
    }

    /** Mid capacity that is published. */
    public MidAllotment allotment() {
        return mid.allotment();
    }
}
