package io.koordbridge.lab.hadoop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a ResourceManager's REST API; a call that fails throws {@link UncheckedIOException}. */
public final class ResourceManagerRest {
    private static final String CLUSTER = "/ws/v1/cluster/";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final RestReader reader;

    public ResourceManagerRest(URI base) {
        this.reader = new RestReader(base);
    }

    public URI base() {
        return reader.base();
    }

    /** False while it cannot be reached or is standby. */
    public boolean isActive() {
        try {
            JsonNode info = reader.get(CLUSTER + "info").path("clusterInfo");
            return info.path("state").asText().equals("STARTED")
                    && info.path("haState").asText().equals("ACTIVE");
        } catch (IOException e) {
            return false;
        }
    }

    public ClusterMetrics metrics() {
        return ClusterMetrics.of(get("metrics").path("clusterMetrics"));
    }

    public List<YarnNode> nodes() {
        return RestReader.elements(get("nodes").path("nodes").path("node"), YarnNode::of);
    }

    public Optional<YarnNode> node(String nodeId) {
        return nodes().stream().filter(node -> node.id().equals(nodeId)).findFirst();
    }

    /** What a node has of a resource type, in use and free; 0 when it has none. */
    public long total(String nodeId, String type) {
        List<JsonNode> nodes = RestReader.elements(get("nodes").path("nodes").path("node"), node -> node);
        return nodes.stream()
                .filter(node -> node.path("id").asText().equals(nodeId))
                .map(node -> node.at("/totalResource/resourceInformations/resourceInformation"))
                .flatMap(types -> RestReader.elements(types, one -> one).stream())
                .filter(one -> one.path("name").asText().equals(type))
                .mapToLong(one -> one.path("value").asLong())
                .sum();
    }

    public List<YarnApp> apps() {
        return RestReader.elements(get("apps").path("apps").path("app"), YarnApp::of);
    }

    public YarnApp app(String applicationId) {
        return YarnApp.of(get("apps/" + applicationId).path("app"));
    }

    /** How many application masters the application has had. */
    public int attempts(String applicationId) {
        JsonNode attempts = get("apps/" + applicationId + "/appattempts").path("appAttempts");
        return RestReader.elements(attempts.path("appAttempt"), JsonNode::toString)
                .size();
    }

    /** Asks for the application's end. */
    public void kill(String applicationId) {
        String user = System.getProperty("user.name");
        try {
            reader.put(CLUSTER + "apps/" + applicationId + "/state?user.name=" + user, "{\"state\":\"KILLED\"}");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * An application of one container, its master, which never registers; gives its id.
     *
     * @param command of a shell, without double quotes
     */
    public String submit(String name, String command, int memoryMegabytes, int vcores) {
        String id =
                post("apps/new-application", Map.of()).path("application-id").asText();
        post(
                "apps",
                Map.of(
                        "application-id",
                        id,
                        "application-name",
                        name,
                        "max-app-attempts",
                        1,
                        "resource",
                        Map.of("memory", memoryMegabytes, "vCores", vcores),
                        "am-container-spec",
                        Map.of("commands", Map.of("command", command))));
        return id;
    }

    /** What a node offers from now on; the NodeManager hears of it with its next heartbeat. */
    public void capacity(String nodeId, long memoryMegabytes, long vcores, Duration overcommit) {
        post(
                "nodes/" + nodeId + "/resource",
                Map.of(
                        "resource",
                        Map.of("memory", memoryMegabytes, "vCores", vcores),
                        "overCommitTimeout",
                        overcommit.toMillis()));
    }

    private JsonNode post(String path, Map<String, ?> body) {
        try {
            return reader.post(
                    CLUSTER + path + "?user.name=" + System.getProperty("user.name"), MAPPER.writeValueAsString(body));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An answer of the application's own web interface, through the ResourceManager's proxy; empty when it does not answer. */
    public Optional<JsonNode> throughProxy(String applicationId, String path) {
        try {
            return Optional.of(reader.get("/proxy/" + applicationId + path));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private JsonNode get(String path) {
        try {
            return reader.get(CLUSTER + path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
