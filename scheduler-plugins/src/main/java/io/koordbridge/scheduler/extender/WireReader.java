package io.koordbridge.scheduler.extender;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.koordbridge.api.binding.BindingProblems;
import io.koordbridge.scheduler.bind.BindRequest;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Requests of kube-scheduler's extender protocol v1. Field names are those of the Go types, which have no JSON names of their
 * own: capitalised; like Go's decoder this one accepts any case.
 */
final class WireReader {

    /** Twenty times what a cluster may have. */
    private static final int MOST_NODES = 100_000;

    /** Nodes and pods have more for each token; a text of nothing but tokens becomes a tree many times as large. */
    private static final int BYTES_PER_TOKEN = 20;

    /** The names of all nodes that are taken, and a pod, in however small a request. */
    private static final int ALWAYS_TOKENS = 2 * MOST_NODES;

    /** What may stand in a path of the API server and in a line of the log; an object's name is stricter. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    private final ObjectMapper mapper;
    private final KubernetesSerialization kubernetes = new KubernetesSerialization();

    /**
     * A reader.
     *
     * @param maxBytes of a request
     */
    WireReader(long maxBytes) {
        this.mapper = new JsonMapper(JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxTokenCount(Math.max(ALWAYS_TOKENS, maxBytes / BYTES_PER_TOKEN))
                        .build())
                .build());
    }

    ExtenderArguments arguments(byte[] body) {
        JsonNode root = object(body);
        JsonNode pod = field(root, "Pod");
        if (pod == null || !pod.isObject()) {
            throw malformed("field Pod is missing or not an object");
        }
        return new ExtenderArguments(podFacts(pod), nodes(root));
    }

    BindRequest bindRequest(byte[] body) {
        JsonNode root = object(body);
        return new BindRequest(
                name(root, "PodNamespace"), name(root, "PodName"), text(root, "PodUID"), name(root, "Node"));
    }

    private JsonNode object(byte[] body) {
        try {
            JsonNode root = mapper.readTree(body);
            if (root == null || !root.isObject()) {
                throw malformed("the body is not a JSON object");
            }
            return root;
        } catch (IOException notJson) {
            throw malformed("the body is not JSON: " + firstLine(notJson.getMessage()));
        }
    }

    private PodFacts podFacts(JsonNode tree) {
        try {
            Pod pod = kubernetes.convertValue(tree, Pod.class);
            if (pod.getMetadata() == null || pod.getMetadata().getName() == null) {
                throw malformed("Pod.metadata.name is missing");
            }
            return PodFactsReader.read(pod);
        } catch (IllegalArgumentException notAPod) {
            throw malformed("field Pod is not a pod: " + problem(notAPod, tree));
        }
    }

    private static NodesArgument nodes(JsonNode root) {
        JsonNode names = field(root, "NodeNames");
        if (names != null && names.isArray()) {
            requireFew(names);
            List<String> list = new ArrayList<>();
            names.forEach(name -> list.add(nodeName(name)));
            return new NodesArgument(list, Optional.empty());
        }
        JsonNode nodes = field(root, "Nodes");
        JsonNode items = nodes == null ? null : field(nodes, "items");
        if (nodes == null || !nodes.isObject()) {
            throw malformed("neither NodeNames nor Nodes is given");
        }
        Map<String, JsonNode> objects = new LinkedHashMap<>();
        if (items != null && items.isArray()) {
            requireFew(items);
            items.forEach(node -> objects.put(nodeName(node.path("metadata").path("name")), node));
        }
        return new NodesArgument(List.copyOf(objects.keySet()), Optional.of(objects));
    }

    private static void requireFew(JsonNode nodes) {
        if (nodes.size() > MOST_NODES) {
            throw malformed(nodes.size() + " nodes, allowed are " + MOST_NODES);
        }
    }

    private static String nodeName(JsonNode name) {
        if (!name.isTextual() || name.textValue().isEmpty()) {
            throw malformed("a node has no name but '" + BindingProblems.shown(name) + "'");
        }
        return name.textValue();
    }

    private static String name(JsonNode root, String field) {
        String text = text(root, field);
        if (text.isEmpty()) {
            throw malformed("field " + field + " is missing or empty");
        }
        if (!NAME.matcher(text).matches()) {
            throw malformed("field " + field + " = " + BindingProblems.shown(TextNode.valueOf(text))
                    + " is no name of an object");
        }
        return text;
    }

    private static String text(JsonNode root, String name) {
        JsonNode value = field(root, name);
        if (value == null || value.isNull()) {
            return "";
        }
        if (!value.isTextual()) {
            throw malformed("field " + name + " is not a text");
        }
        return value.textValue();
    }

    private static @Nullable JsonNode field(JsonNode object, String name) {
        JsonNode exact = object.get(name);
        if (exact != null) {
            return exact;
        }
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            if (entry.getKey().equalsIgnoreCase(name)) {
                return entry.getValue();
            }
        }
        return null;
    }

    /** Jackson's words for a value of the wrong kind are about classes. */
    private static String problem(IllegalArgumentException notAPod, JsonNode tree) {
        return notAPod.getCause() instanceof MismatchedInputException mismatch
                ? BindingProblems.of(mismatch, tree, "Pod")
                : firstLine(notAPod.getMessage());
    }

    private static BadRequestException malformed(String problem) {
        return new BadRequestException(BadRequestException.MALFORMED, problem);
    }

    private static String firstLine(@Nullable String message) {
        String text = Objects.requireNonNullElse(message, "no details");
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }
}
