package io.koordbridge.api.document.yarn;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.YarnMasters;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;

/**
 * Reads the annotation {@link Annotations#NODE_YARN_MASTERS} of a Node. Writer: the node agent.
 *
 * <table>
 * <caption>Readings and effects</caption>
 * <tr><th>input</th><th>value</th><th>problem</th><th>yarn-operator</th></tr>
 * <tr><td>no annotation, JSON {@code null}</td><td>absent</td><td>none</td><td>ids say who is a master</td></tr>
 * <tr><td>a list absent or null, null ids</td><td>empty list, ids left out</td><td>none</td><td>ids say the rest</td></tr>
 * <tr><td>ids of containers that the node does not have</td><td>as it is</td><td>none</td><td>no effect</td></tr>
 * <tr><td>no JSON, another shape</td><td>none</td><td>the document</td><td>what was known stays; problem on page, log</td></tr>
 * </table>
 */
@PureCore
public final class YarnMastersReader {

    private YarnMastersReader() {}

    /** Reads the annotation of a Node. */
    public static Decoded<YarnMasters> read(HasMetadata node) {
        return JsonDocument.of(
                node,
                Annotations.NODE_YARN_MASTERS,
                YarnMasters.class,
                "{\"masters\":[container ids],\"tasks\":[container ids]}");
    }
}
