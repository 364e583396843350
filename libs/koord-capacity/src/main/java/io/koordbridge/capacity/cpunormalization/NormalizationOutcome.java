package io.koordbridge.capacity.cpunormalization;

import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.capacity.preparation.RatioFormatter;
import io.koordbridge.protocol.Annotations;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The ratio of a node, or why it is absent.
 *
 * @param ratio 1 when absent
 * @param detail what the reason is about: a label's text, a model and field, a range; may be empty
 * @param cpu the report of the node agent, null when it was not looked at or not readable
 */
public record NormalizationOutcome(
        Reason reason,
        double ratio,
        String detail,
        @Nullable CpuFacts cpu) {

    /** Where the ratio comes from, or what failed. */
    public enum Reason {
        SWITCHED_OFF(false),
        RATIO_OF_MODEL(false),
        DEFAULT_RATIO(false),
        CONFIG_UNAVAILABLE(true),
        LABEL_INVALID(true),
        TOPOLOGY_MISSING(true),
        CPU_INFO_MISSING(true),
        CPU_INFO_INVALID(true),
        RATIO_MISSING(true),
        RATIO_OUT_OF_RANGE(true);

        private final boolean failure;

        Reason(boolean failure) {
            this.failure = failure;
        }
    }

    static NormalizationOutcome failure(Reason reason, String detail, @Nullable CpuFacts cpu) {
        return new NormalizationOutcome(reason, 1, detail, cpu);
    }

    /** Whether the calculation failed; the node's annotation then stays and batch CPU is not amplified. */
    public boolean failed() {
        return reason.failure;
    }

    /** Text of the annotation, empty when the calculation failed. */
    public Optional<String> ratioText() {
        return failed() ? Optional.empty() : Optional.of(RatioFormatter.twoDecimals(ratio));
    }

    /** What the prepared node shows. */
    public NodePreparation preparation() {
        return ratioText()
                .map(text -> NodePreparation.annotation(Annotations.NODE_CPU_NORMALIZATION_RATIO, Optional.of(text)))
                .orElse(NodePreparation.NOTHING);
    }
}
