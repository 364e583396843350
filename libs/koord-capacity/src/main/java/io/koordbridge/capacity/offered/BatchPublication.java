package io.koordbridge.capacity.offered;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.BatchSplit;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import java.util.Map;

/** A batch split as a Node shows it: the pods' part as resources, the whole as origin. */
@PureCore
public final class BatchPublication {

    private BatchPublication() {}

    /** The batch resources of the Node. */
    public static NodePreparation resources(BatchSplit split) {
        return split.offered()
                ? NodePreparation.setting(Map.of(
                        ResourceNames.BATCH_CPU, ofThousandths(split.podsMicroCpu(), false),
                        ResourceNames.BATCH_MEMORY, ofThousandths(split.podsMilliBytes(), true)))
                : NodePreparation.removing(BatchCapacity.RESOURCES);
    }

    /** Entries of the origin annotation. */
    public static Map<String, Quantity> origin(BatchSplit split) {
        return Map.of(
                ResourceNames.BATCH_CPU, Quantities.ofDecimal(split.originMilliCpu()),
                ResourceNames.BATCH_MEMORY, Quantities.ofBytes(split.originBytes()));
    }

    private static Quantity ofThousandths(long thousandths, boolean bytes) {
        if (thousandths % 1000 != 0) {
            return new Quantity(thousandths + "m");
        }
        return bytes ? Quantities.ofBytes(thousandths / 1000) : Quantities.ofDecimal(thousandths / 1000);
    }
}
