package io.koordbridge.capacity.resourceamplification;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.capacity.preparation.RatioFormatter;
import io.koordbridge.protocol.Annotations;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The ratios of a node, or why they are absent.
 *
 * @param ratios by resource name
 * @param cpuFactor ratio of the configuration times the normalization that the node shows; 1 when it was not calculated
 * @param detail what a failure is about, empty without one
 */
public record AmplificationOutcome(Reason reason, SortedMap<String, Double> ratios, double cpuFactor, String detail) {

    /** Colocation is off on the node: the annotation goes. */
    public static final AmplificationOutcome COLOCATION_DISABLED =
            new AmplificationOutcome(Reason.COLOCATION_DISABLED, Collections.emptySortedMap(), 1, "");

    public AmplificationOutcome {
        ratios = Collections.unmodifiableSortedMap(new TreeMap<>(ratios));
    }

    /** Why the ratios are what they are. */
    public enum Reason {
        CALCULATED(false),
        NOTHING_TO_AMPLIFY(false),
        COLOCATION_DISABLED(false),
        CONFIG_UNAVAILABLE(true),
        NORMALIZATION_INVALID(true),
        RATIO_BELOW_ONE(true);

        private final boolean failure;

        Reason(boolean failure) {
            this.failure = failure;
        }
    }

    static AmplificationOutcome failure(Reason reason, double cpuFactor, String detail) {
        return new AmplificationOutcome(reason, Collections.emptySortedMap(), cpuFactor, detail);
    }

    /** Whether the calculation failed; the annotation goes then. */
    public boolean failed() {
        return reason.failure;
    }

    /** Text of the annotation, empty when there is nothing to amplify. */
    public Optional<String> annotation() {
        if (ratios.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(ratios.entrySet().stream()
                .map(entry ->
                        AnnotationCodec.write(entry.getKey()) + ":" + RatioFormatter.twoDecimals(entry.getValue()))
                .collect(Collectors.joining(",", "{", "}")));
    }

    /** What the prepared node shows. */
    public NodePreparation preparation() {
        return NodePreparation.annotation(Annotations.NODE_AMPLIFICATION_RATIO, annotation());
    }
}
