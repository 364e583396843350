package io.koordbridge.koordlet.report.families;

import io.koordbridge.protocol.PureCore;
import java.util.List;

/**
 * One value of a family.
 *
 * @param labels alternating label and value, without the node
 */
@PureCore
public record Sample(String family, List<String> labels, double value) {

    public Sample {
        labels = List.copyOf(labels);
    }
}
