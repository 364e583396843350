package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.protocol.PureCore;
import java.util.List;

/** All sums of a node, in the order in which they are read. */
@PureCore
public final class NodeSums {

    private NodeSums() {}

    /** One sum for each amount of batch capacity. */
    public static List<Sum> ofBatch(NodeTerms node) {
        return List.of(BatchSum.of(node, Axis.CPU), BatchSum.of(node, Axis.MEMORY));
    }

    /** One sum for each amount of mid capacity. */
    public static List<Sum> ofMid(NodeTerms node) {
        return List.of(MidSum.of(node, Axis.CPU), MidSum.of(node, Axis.MEMORY));
    }

    /** One sum for each amount of a zone. */
    public static List<Sum> of(NodeTerms node, Damped<ZoneAllotment> zone) {
        return List.of(ZoneSum.of(node, zone, Axis.CPU), ZoneSum.of(node, zone, Axis.MEMORY));
    }
}
