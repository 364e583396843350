package io.koordbridge.lab.embedded;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.mockwebserver.http.MockResponse;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/**
 * The library's object store with two things put right: a merge patch replaces lists and removes what is null (RFC 7396), and a
 * field selector that the store cannot evaluate selects everything instead of nothing. Clients filter again.
 */
final class ObjectStore extends KubernetesCrudDispatcher {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    ObjectStore() {
        super(List.of());
    }

    @Override
    public JsonNode merge(JsonNode current, String patch) {
        try {
            return merged(current, MAPPER.readTree(patch));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("merge patch is no JSON", e);
        }
    }

    private static JsonNode merged(JsonNode current, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        ObjectNode result = current.isObject() ? ((ObjectNode) current).deepCopy() : MAPPER.createObjectNode();
        for (Map.Entry<String, JsonNode> change : patch.properties()) {
            if (change.getValue().isNull()) {
                result.remove(change.getKey());
            } else {
                result.set(change.getKey(), merged(result.path(change.getKey()), change.getValue()));
            }
        }
        return result;
    }

    @Override
    public MockResponse handleGet(String path) {
        return super.handleGet(understood(path));
    }

    @Override
    public MockResponse handleWatch(String path) {
        return super.handleWatch(understood(path));
    }

    static String understood(String path) {
        return path.replaceAll("fieldSelector=spec\\.nodeName(%3D|=)[^&]*&?", "")
                .replaceAll("[?&]$", "");
    }
}
