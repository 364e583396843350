package io.koordbridge.capacity.plan;

import io.koordbridge.capacity.cpunormalization.CpuNormalization;
import io.koordbridge.capacity.deviceresource.DeviceResources;
import io.koordbridge.capacity.resourceamplification.ResourceAmplification;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;

/** Decides whether the metadata of a node is written; manager specification sections 8.6, 8.7 and 8.9. */
@PureCore
public final class MetadataDecisions {

    private MetadataDecisions() {}

    /** Decides from what the node shows and ought to show. */
    public static MetadataDecision decide(PublishedNode shown, PublishedNode wanted) {
        if (!shown.complete() || !wanted.complete()) {
            return MetadataDecision.NODE_INCOMPLETE;
        }
        String normalization = Annotations.NODE_CPU_NORMALIZATION_RATIO;
        if (CpuNormalization.metaCheck(
                shown.annotations().get(normalization), wanted.annotations().get(normalization))) {
            return MetadataDecision.NORMALIZATION_RATIO_CHANGED;
        }
        String amplification = Annotations.NODE_AMPLIFICATION_RATIO;
        if (ResourceAmplification.metaCheck(
                shown.annotations().get(amplification), wanted.annotations().get(amplification))) {
            return MetadataDecision.AMPLIFICATION_RATIO_CHANGED;
        }
        return DeviceResources.metaCheck(shown.labels(), wanted.labels())
                ? MetadataDecision.GPU_LABEL_CHANGED
                : MetadataDecision.UNCHANGED;
    }
}
