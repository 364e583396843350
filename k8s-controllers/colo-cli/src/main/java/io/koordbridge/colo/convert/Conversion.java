package io.koordbridge.colo.convert;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A configuration in the words of the chart.
 *
 * @param values of the chart
 * @param untranslated fields that the values do not cover, in the order of the file
 */
record Conversion(ObjectNode values, List<Untranslated> untranslated) {

    Conversion {
        untranslated = List.copyOf(untranslated);
    }
}
