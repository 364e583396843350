package io.koordbridge.manager.server.registration;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.protocol.PureCore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The entries of a webhook configuration. The original list is kept in annotation {@code template}; the list in force is
 * made from it, so that a path that is served again comes back. An entry that another writer changed or added since (an
 * upgrade of the chart) becomes part of the original.
 */
@PureCore
final class WebhookEntries {

    static final String TEMPLATE = "template";
    /** Namespaces that the writer of the entries keeps them away from: what it added for them is not of the original. */
    static final String EXCLUDED = "koordbridge.io/excluded-namespaces";

    private static final String CLIENT_CONFIG = "clientConfig";
    private static final Pattern URL = Pattern.compile("https://[^/]+(/[^?#]*)");

    private final Set<String> servedPaths;
    private final Endpoint endpoint;
    private final NamespaceScope scope;

    WebhookEntries(Set<String> servedPaths, Endpoint endpoint, NamespaceScope scope) {
        this.servedPaths = Set.copyOf(servedPaths);
        this.endpoint = endpoint;
        this.scope = scope;
    }

    /** The configuration as it should be; empty when it is so. */
    Optional<ObjectNode> corrected(ObjectNode configuration) {
        ArrayNode original = original(configuration);
        ObjectNode wanted = configuration.deepCopy();
        ArrayNode entries = wanted.putArray("webhooks");
        for (JsonNode entry : original) {
            String path = path(entry);
            if (entry instanceof ObjectNode object && servedPaths.contains(path)) {
                ObjectNode active = object.deepCopy();
                endpoint.address(
                        active.withObject("/" + CLIENT_CONFIG),
                        path,
                        presentBundle(configuration, entry.path("name").asText("")));
                scope.restrict(active, path);
                entries.add(active);
            }
        }
        String template = original.toString();
        ObjectNode annotations = wanted.withObject("/metadata/annotations");
        if (!sameList(annotations.path(TEMPLATE).asText(""), original)) {
            annotations.put(TEMPLATE, template);
        }
        annotations.put(EXCLUDED, scope.text());
        boolean same = wanted.equals(configuration) || (entries.isEmpty() && isUnchangedEmpty(configuration, wanted));
        return same ? Optional.empty() : Optional.of(wanted);
    }

    private static String presentBundle(ObjectNode configuration, String name) {
        for (JsonNode entry : configuration.path("webhooks")) {
            if (entry.path("name").asText("").equals(name)) {
                return entry.path(CLIENT_CONFIG).path("caBundle").asText("");
            }
        }
        return "";
    }

    /** The API server shows an empty list as none. */
    private static boolean isUnchangedEmpty(ObjectNode before, ObjectNode after) {
        return before.path("webhooks").isEmpty() && before.path("metadata").equals(after.path("metadata"));
    }

    /** The kept original, with what was changed or added since. */
    private ArrayNode original(ObjectNode configuration) {
        JsonNode annotations = configuration.path("metadata").path("annotations");
        NamespaceScope added = NamespaceScope.of(annotations.path(EXCLUDED).asText(""));
        Map<String, JsonNode> byName = new LinkedHashMap<>();
        parse(annotations.path(TEMPLATE).asText(""))
                .forEach(entry -> byName.put(entry.path("name").asText(""), entry));
        for (JsonNode entry : configuration.path("webhooks")) {
            String name = entry.path("name").asText("");
            JsonNode kept = byName.get(name);
            if (kept != null && bare(kept).equals(bare(entry))) {
                continue;
            }
            ObjectNode released = withoutAddress(entry);
            if (kept != null) {
                added.release(released, kept);
            }
            if (kept == null || !bare(kept).equals(bare(released))) {
                byName.put(name, released);
            }
        }
        ArrayNode original = JsonNodeFactory.instance.arrayNode();
        byName.values().forEach(original::add);
        return original;
    }

    /** What an entry says apart from what we write into it; a URL has no port of the Service. */
    private ObjectNode bare(JsonNode entry) {
        ObjectNode bare = withoutAddress(entry);
        bare.withObject("/" + CLIENT_CONFIG + "/service").remove("port");
        scope.restrict(bare, path(entry));
        return bare;
    }

    private static ObjectNode withoutAddress(JsonNode entry) {
        ObjectNode bare = entry.isObject() ? entry.deepCopy() : JsonNodeFactory.instance.objectNode();
        JsonNode port = entry.path(CLIENT_CONFIG).path("service").path("port");
        ObjectNode service = bare.putObject(CLIENT_CONFIG).putObject("service");
        service.put("path", path(entry));
        if (!port.isMissingNode()) {
            service.set("port", port);
        }
        return bare;
    }

    private static String path(JsonNode entry) {
        JsonNode config = entry.path(CLIENT_CONFIG);
        if (config.has("service")) {
            return config.path("service").path("path").asText("");
        }
        Matcher url = URL.matcher(config.path("url").asText(""));
        return url.matches() ? url.group(1) : "";
    }

    private static boolean sameList(String text, ArrayNode list) {
        return !text.isEmpty() && parse(text).equals(list);
    }

    private static JsonNode parse(String text) {
        try {
            JsonNode list = PlainJson.MAPPER.readTree(text);
            return list != null && list.isArray() ? list : JsonNodeFactory.instance.arrayNode();
        } catch (JsonProcessingException e) {
            return JsonNodeFactory.instance.arrayNode();
        }
    }
}
