package io.koordbridge.koordlet.kubepods;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.node.NodeRatioDocument;
import io.koordbridge.protocol.PureCore;
import java.util.Optional;
import java.util.function.Consumer;

/** How much faster the CPU of a node is than the one that limits are meant for, by an annotation of the node; specification section 14.6. */
@PureCore
public final class NormalizationRatio {

    /** No normalization. */
    public static final double NONE = -1;

    private static final double STEP = 0.01;

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
        Decoded<Double> read = NodeRatioDocument.normalization(node.get().normalizationRatio());
        if (!read.isGood()) {
            problems.accept("Node/" + node.get().name() + ": "
                    + read.problems().get(0).message() + "; the last good ratio stays");
            return before;
        }
        double ratio = read.orElse(NONE);
        return Math.abs(ratio - before) < STEP ? before : ratio;
    }
}
