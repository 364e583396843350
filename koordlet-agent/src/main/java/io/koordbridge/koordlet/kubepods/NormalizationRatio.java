package io.koordbridge.koordlet.kubepods;

import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** How much faster the CPU of a node is than the one that limits are meant for, by an annotation of the node; specification section 14.6. */
@PureCore
public final class NormalizationRatio {

    /** No normalization. */
    public static final double NONE = -1;

    private static final double STEP = 0.01;
    private static final int LONGEST = 64;
    private static final Pattern NUMBER = Pattern.compile("[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?");

    private NormalizationRatio() {}

    /**
     * The ratio to use from now on: the last one while the node is not known, and when its annotation is not a number above 0.
     *
     * @param problems gets such an annotation
     */
    public static double next(Optional<NodeFacts> node, double before, Consumer<String> problems) {
        if (node.isEmpty()) {
            return before;
        }
        try {
            return next(node.map(NodeFacts::normalizationRatio), before);
        } catch (IllegalArgumentException e) {
            problems.accept("Node/" + node.get().name() + ": annotation " + Annotations.NODE_CPU_NORMALIZATION_RATIO
                    + " = " + e.getMessage() + "; the last good ratio holds");
            return before;
        }
    }

    /**
     * The same of a text.
     *
     * @param text of the annotation; empty when absent
     * @throws IllegalArgumentException when the text is not a number above 0
     */
    public static double next(Optional<String> text, double before) {
        double ratio = text.map(NormalizationRatio::parse).orElse(NONE);
        return Math.abs(ratio - before) < STEP ? before : ratio;
    }

    private static double parse(String text) {
        String found = text.strip();
        if (found.length() <= LONGEST && NUMBER.matcher(found).matches()) {
            double ratio = Double.parseDouble(found);
            if (ratio > 0 && Double.isFinite(ratio)) {
                return ratio;
            }
        }
        String shown = found.length() <= LONGEST ? found : found.substring(0, LONGEST) + "...";
        throw new IllegalArgumentException("'" + shown + "': want a number above 0");
    }
}
