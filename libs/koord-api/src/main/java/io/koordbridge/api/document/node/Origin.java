package io.koordbridge.api.document.node;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.ResourceListDocument;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.Map;

/**
 * The annotation {@link Annotations#NODE_ORIGIN_ALLOCATABLE} of a Node: batch resources before third parties. Writer: koord-manager, which
 * leaves keys of others.
 *
 * <table>
 * <caption>Readings</caption>
 * <tr><th>input</th><th>value</th><th>problem</th></tr>
 * <tr><td>no annotation, JSON {@code null}, no or null {@code resources}</td><td>absent</td><td>none</td></tr>
 * <tr><td>no JSON, another shape, an amount that is no quantity</td><td>none</td><td>the document</td></tr>
 * <tr><td>batch-cpu or batch-memory negative or above 2^53</td><td>as it is</td><td>the amount</td></tr>
 * <tr><td>other names, one of both missing</td><td>as it is; a missing name is 0 of it</td><td>none</td></tr>
 * </table>
 *
 * <table>
 * <caption>Effects</caption>
 * <tr><th>process</th><th>absent</th><th>with a problem</th></tr>
 * <tr><td>koord-manager</td><td colspan="2">writes its own value over it in the next pass; keys of others go with a document that cannot be
 *     read</td></tr>
 * <tr><td>yarn-operator</td><td>the status counts</td><td>the last good value; without one the nearest amount in range counts, and a document
 *     that cannot be read offers nothing; problem on page, log</td></tr>
 * <tr><td>ledger of the lab, story</td><td>node is left out</td><td>as it is; without a value left out</td></tr>
 * </table>
 *
 * @param resources by name
 */
@PureCore
public record Origin(Map<String, Quantity> resources) {

    private static final String ALLOWED = "{\"resources\":{name:quantity}}";

    public Origin {
        resources = Map.copyOf(resources);
    }

    /** Reads the annotation of a Node. */
    public static Decoded<Origin> read(HasMetadata node) {
        Decoded<ResourceListDocument> document =
                JsonDocument.of(node, Annotations.NODE_ORIGIN_ALLOCATABLE, ResourceListDocument.class, ALLOWED);
        Map<String, Quantity> resources =
                document.value() == null ? null : document.value().resources();
        return resources == null
                ? new Decoded<>(null, document.problems())
                : new Decoded<>(
                        new Origin(resources),
                        BatchRange.problems(Annotations.NODE_ORIGIN_ALLOCATABLE, "resources.", resources));
    }
}
