package io.koordbridge.colo.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.ApiReader;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads and writes annotations of Nodes, with the rights of whoever runs colo. */
public final class NodeAnnotations {
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final int TRIES = 5;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final ClusterAccess access;

    public NodeAnnotations(ClusterAccess access) {
        this.access = access;
    }

    /**
     * The Node; empty when no Node has that name.
     *
     * @throws AnswerException when the API server does not say
     */
    public Optional<Node> find(String name) {
        return Optional.ofNullable(
                asked("get", name, () -> access.client().nodes().withName(name).get()));
    }

    /** All annotations of a Node. */
    public static Map<String, String> of(Node node) {
        Map<String, String> annotations = node.getMetadata().getAnnotations();
        return annotations == null ? Map.of() : annotations;
    }

    /**
     * Sets or removes an annotation, seeing the Node as it is when it is written.
     *
     * @param when whether it is written at all
     * @param value what it becomes, null for none
     * @return the Node as it was before; empty when no Node has that name
     * @throws AnswerException when the API server does not let it be written
     */
    public Optional<Node> change(String name, String key, Predicate<Node> when, @Nullable String value) {
        for (int attempt = 1; attempt <= TRIES; attempt++) {
            Optional<Node> found = find(name);
            if (found.isEmpty() || !when.test(found.get()) || patched(found.get(), key, value)) {
                return found;
            }
        }
        throw new AnswerException("node %s changes all the time: its annotation %s could not be written in %d tries"
                .formatted(name, key, TRIES));
    }

    /** False when the Node has changed, or has gone, since it was read. */
    private boolean patched(Node node, String key, @Nullable String value) {
        String name = node.getMetadata().getName();
        if (value == null && !of(node).containsKey(key)) {
            return true;
        }
        ObjectNode patch = ApiReader.JSON.createObjectNode();
        ObjectNode metadata = patch.putObject("metadata");
        metadata.put("resourceVersion", node.getMetadata().getResourceVersion());
        metadata.putObject("annotations").put(key, value);
        return asked("patch", name, () -> {
            try {
                access.client().nodes().withName(name).patch(MERGE, patch.toString());
                return true;
            } catch (KubernetesClientException e) {
                if (e.getCode() == CONFLICT || e.getCode() == NOT_FOUND) {
                    return false;
                }
                throw e;
            }
        });
    }

    private <T> T asked(String verb, String name, Supplier<T> question) {
        return access.ask(() -> {
            try {
                return question.get();
            } catch (KubernetesClientException e) {
                if (e.getCode() == UNAUTHORIZED || e.getCode() == FORBIDDEN) {
                    throw new AnswerException(
                            "the API server does not let you %s node %s (%d): you need the right to get and patch nodes"
                                    .formatted(verb, name, e.getCode()),
                            e);
                }
                throw e;
            }
        });
    }
}
