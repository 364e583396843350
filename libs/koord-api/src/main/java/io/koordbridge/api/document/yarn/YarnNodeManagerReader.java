package io.koordbridge.api.document.yarn;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the annotation {@link Annotations#NODE_YARN_NODE_MANAGER} of a Node. Writer: the node agent.
 *
 * <table>
 * <caption>Readings and effects</caption>
 * <tr><th>input</th><th>value</th><th>problem</th><th>yarn-operator</th></tr>
 * <tr><td>no annotation, JSON {@code null}</td><td>absent</td><td>none</td><td>the agent says nothing</td></tr>
 * <tr><td>{@code capacity} absent</td><td>as it is</td><td>none</td><td>the agent does not report it, and an earlier value does not stay: it
 *     would vouch for a capacity that may have grown</td></tr>
 * <tr><td>{@code capacity} incomplete or not from 0 to 2^31-1</td><td>without it</td><td>{@code capacity}</td><td>as without; problem on page,
 *     log</td></tr>
 * <tr><td>{@code masters} absent</td><td>as it is</td><td>none</td><td>asks the NodeManager's web server</td></tr>
 * <tr><td>{@code masters} incomplete or not from 0 to 2^31-1</td><td>without them</td><td>{@code masters}</td><td>as without; problem on page,
 *     log</td></tr>
 * <tr><td>{@code placement}, {@code strangers} absent</td><td>as they are</td><td>none</td><td>an empty group proves nothing</td></tr>
 * <tr><td>{@code placement} of another name</td><td>none</td><td>the document</td><td>as without a capacity</td></tr>
 * <tr><td>{@code nodeId} HOST:PORT</td><td>as it is</td><td>none</td><td>that is the NodeManager of the node, with or without a pod</td></tr>
 * <tr><td>{@code nodeId} absent</td><td>as it is</td><td>none</td><td>the only NodeManager of the node is meant</td></tr>
 * <tr><td>{@code nodeId} of another NodeManager</td><td>as it is</td><td>none</td><td>says nothing of this one</td></tr>
 * <tr><td>no JSON, another shape</td><td>none</td><td>the document</td><td>as without a capacity</td></tr>
 * </table>
 */
@PureCore
public final class YarnNodeManagerReader {

    private static final String KEY = Annotations.NODE_YARN_NODE_MANAGER;

    private YarnNodeManagerReader() {}

    /** Reads the annotation of a Node. */
    public static Decoded<YarnNodeManager> read(HasMetadata node) {
        Decoded<YarnNodeManager> document =
                JsonDocument.of(node, KEY, YarnNodeManager.class, "the JSON object that the node agent writes");
        YarnNodeManager found = document.value();
        if (found == null) {
            return document;
        }
        List<WireProblem> problems = new ArrayList<>();
        YarnResource capacity = amount("capacity", found.capacity(), problems);
        YarnResource masters = amount("masters", found.masters(), problems);
        YarnNodeManager good = new YarnNodeManager(
                found.nodeId(),
                found.clusterId(),
                capacity,
                masters,
                found.placement(),
                found.strangers(),
                found.answers(),
                found.time());
        return new Decoded<>(good, problems);
    }

    private static @Nullable YarnResource amount(
            String field, @Nullable YarnResource found, List<WireProblem> problems) {
        return found == null ? null : YarnAmountCheck.required(KEY, field, found, YarnAmountCheck.MOST, problems);
    }
}
