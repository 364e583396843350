package io.koordbridge.manager.noderesource;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decides whether the metadata of a node is written; manager specification sections 8.6, 8.7 and 8.9. */
@PureCore
public final class MetadataDecisions {

    private static final double RATIO_EPSILON = 0.01;
    private static final Pattern DECIMAL = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,4})?");

    private MetadataDecisions() {}

    /** Decides from what the node shows and ought to show. */
    public static MetadataDecision decide(PublishedNode shown, PublishedNode wanted) {
        if (!shown.complete() || !wanted.complete()) {
            return MetadataDecision.NODE_INCOMPLETE;
        }
        String normalization = Annotations.NODE_CPU_NORMALIZATION_RATIO;
        if (normalizationDiffers(
                shown.annotations().get(normalization), wanted.annotations().get(normalization))) {
            return MetadataDecision.NORMALIZATION_RATIO_CHANGED;
        }
        if (textDiffers(shown.annotations(), wanted.annotations(), Annotations.NODE_AMPLIFICATION_RATIO)) {
            return MetadataDecision.AMPLIFICATION_RATIO_CHANGED;
        }
        boolean labels =
                PublishedNode.LABELS.stream().anyMatch(key -> textDiffers(shown.labels(), wanted.labels(), key));
        return labels ? MetadataDecision.GPU_LABEL_CHANGED : MetadataDecision.UNCHANGED;
    }

    private static boolean normalizationDiffers(@Nullable String before, @Nullable String after) {
        OptionalDouble old = ratio(before);
        OptionalDouble fresh = ratio(after);
        if (before != null && old.isEmpty()) {
            return true;
        }
        if (after != null && fresh.isEmpty()) {
            return false;
        }
        if (old.isEmpty() || fresh.isEmpty()) {
            return old.isPresent() != fresh.isPresent();
        }
        return old.getAsDouble() > fresh.getAsDouble() + RATIO_EPSILON
                || old.getAsDouble() < fresh.getAsDouble() - RATIO_EPSILON;
    }

    private static OptionalDouble ratio(@Nullable String text) {
        if (text == null || !DECIMAL.matcher(text).matches()) {
            return OptionalDouble.empty();
        }
        double ratio = Double.parseDouble(text);
        return ratio > 0 && !Double.isInfinite(ratio) ? OptionalDouble.of(ratio) : OptionalDouble.empty();
    }

    /** An empty text counts as absent. */
    private static boolean textDiffers(Map<String, String> before, Map<String, String> after, String key) {
        return !before.getOrDefault(key, "").equals(after.getOrDefault(key, ""));
    }
}
