package io.koordbridge.scheduler.extender;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Requests of kube-scheduler's extender protocol v1. Field names are those of the Go types, which have no JSON names of their
 * own: capitalised; like Go's decoder this one accepts any case.
 */
final class WireReader {

    private static final String NODE_OBJECTS =
            "field Nodes is given instead of NodeNames: set nodeCacheCapable: true for this extender "
                    + "in kube-scheduler's configuration";

    /** What may stand in a path of the API server and in a line of the log; an object's name is stricter. */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    private final JsonMapper mapper = new JsonMapper();
    private final KubernetesSerialization kubernetes = new KubernetesSerialization();
    private final NodeNames nodeNames = new NodeNames();

    /** Where a value stands in the body. */
    private record Slice(int begin, int end) {}

    /** A pod of a request: its name, and where the rest of it stands. */
    private record PodField(PodName name, Slice whole) {}

    /**
     * The arguments of filter and prioritize. Of the pod only uid, name and namespace are read; a pod that is not known by these is
     * decoded whole.
     *
     * @param known finds a pod that feed events have shown
     */
    ExtenderArguments arguments(byte[] body, Function<PodName, Optional<PodFacts>> known) {
        PodField pod = null;
        List<String> names = null;
        boolean objects = false;
        try (JsonParser parser = mapper.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw malformed("the body is not a JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName().toLowerCase(Locale.ROOT);
                boolean given = parser.nextToken() != JsonToken.VALUE_NULL;
                if (field.equals("pod")) {
                    pod = pod(parser);
                } else if (field.equals("nodenames") && given) {
                    names = names(parser);
                } else {
                    objects |= field.equals("nodes") && given;
                    parser.skipChildren();
                }
            }
        } catch (IOException notJson) {
            throw malformed("the body is not JSON: " + firstLine(notJson.getMessage()));
        }
        if (pod == null) {
            throw malformed("field Pod is missing or not an object");
        }
        if (names == null) {
            throw objects
                    ? new BadRequestException(BadRequestException.REFUSED, NODE_OBJECTS)
                    : malformed("field NodeNames is missing");
        }
        Slice whole = pod.whole();
        return new ExtenderArguments(known.apply(pod.name()).orElseGet(() -> decoded(body, whole)), names);
    }

    private static PodField pod(JsonParser parser) throws IOException {
        int begin = offset(parser.currentTokenLocation());
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw malformed("field Pod is missing or not an object");
        }
        PodName name = new PodName("", "", "");
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean metadata = parser.currentName().equals("metadata");
            if (parser.nextToken() == JsonToken.START_OBJECT && metadata) {
                name = podName(parser);
            } else {
                parser.skipChildren();
            }
        }
        if (name.name().isEmpty()) {
            throw malformed("Pod.metadata.name is missing");
        }
        return new PodField(name, new Slice(begin, offset(parser.currentLocation())));
    }

    private static int offset(JsonLocation location) {
        if (location.getByteOffset() < 0) {
            throw malformed("the body is not UTF-8");
        }
        return (int) location.getByteOffset();
    }

    private static PodName podName(JsonParser parser) throws IOException {
        Map<String, String> texts = new HashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            if (parser.nextToken() == JsonToken.VALUE_STRING) {
                texts.put(field, parser.getText());
            } else {
                parser.skipChildren();
            }
        }
        return new PodName(
                texts.getOrDefault("uid", ""),
                texts.getOrDefault("namespace", "default"),
                texts.getOrDefault("name", ""));
    }

    private List<String> names(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw malformed("field NodeNames is not an array");
        }
        List<String> names = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.VALUE_STRING || parser.getTextLength() == 0) {
                throw malformed("a node has no name but a value of kind " + parser.currentToken());
            }
            names.add(nodeNames.of(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength()));
        }
        return names;
    }

    private PodFacts decoded(byte[] body, Slice whole) {
        try {
            return podFacts(mapper.readTree(body, whole.begin(), whole.end() - whole.begin()));
        } catch (IOException impossible) {
            throw malformed("field Pod is not JSON: " + firstLine(impossible.getMessage()));
        }
    }

    BindRequest bindRequest(byte[] body) {
        JsonNode root = object(body);
        return new BindRequest(
                name(root, "PodNamespace"), name(root, "PodName"), text(root, "PodUID"), name(root, "Node"));
    }

    /** The arguments of preempt, in any of its forms: victims by uid, or as whole pods. */
    PreemptArguments preempt(byte[] body, Function<PodName, Optional<PodFacts>> known) {
        JsonNode root = object(body);
        JsonNode pod = field(root, "Pod");
        if (pod == null || !pod.isObject()) {
            throw malformed("field Pod is missing or not an object");
        }
        JsonNode metadata = pod.path("metadata");
        PodName name = new PodName(
                metadata.path("uid").asText(""),
                metadata.path("namespace").asText("default"),
                metadata.path("name").asText(""));
        if (name.name().isEmpty()) {
            throw malformed("Pod.metadata.name is missing");
        }
        return new PreemptArguments(
                known.apply(name).orElseGet(() -> podFacts(pod)),
                PreemptReader.victims(field(root, "NodeNameToMetaVictims"), field(root, "NodeNameToVictims")));
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
            return PodFactsReader.read(pod);
        } catch (IllegalArgumentException notAPod) {
            throw malformed("field Pod is not a pod: " + problem(notAPod, tree));
        } catch (RuntimeException nullInside) {
            // The API server sends no pod with a null in a list; whoever else may reach this port may.
            throw malformed("field Pod is not a pod: a part of it is missing or null");
        }
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

    static @Nullable JsonNode field(JsonNode object, String name) {
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

    static BadRequestException malformed(String problem) {
        return new BadRequestException(BadRequestException.MALFORMED, problem);
    }

    private static String firstLine(@Nullable String message) {
        String text = Objects.requireNonNullElse(message, "no details");
        int end = text.indexOf('\n');
        return end < 0 ? text : text.substring(0, end);
    }
}
