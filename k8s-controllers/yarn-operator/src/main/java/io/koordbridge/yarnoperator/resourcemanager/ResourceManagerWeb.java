package io.koordbridge.yarnoperator.resourcemanager;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.api.binding.PlainJson;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The web servers of the ResourceManagers of a cluster. */
final class ResourceManagerWeb {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final List<URI> servers;
    private final HadoopWeb web;

    /**
     * Of one cluster.
     *
     * @param servers base addresses, also of those on standby
     */
    ResourceManagerWeb(List<URI> servers, HadoopWeb web) {
        this.servers = List.copyOf(servers);
        this.web = web;
    }

    List<URI> servers() {
        return servers;
    }

    /** A property in the configuration of the running process, empty when it is not in it. */
    Optional<String> property(URI server, String key) throws IOException {
        HadoopWeb.Answer answer = web.get(server.resolve("/conf?name=" + key), TIMEOUT);
        if (answer.status() == 404) {
            return Optional.empty();
        }
        JsonNode property = json(answer).path("property");
        if (!key.equals(property.path("key").asText())) {
            throw new IOException(key + ": the answer is about something else");
        }
        return Optional.of(property.path("value").asText());
    }

    /** An answer to anything else; the path may have a query. */
    JsonNode json(URI server, String path) throws IOException {
        return json(web.get(server.resolve(path), TIMEOUT));
    }

    /** Whether it serves its cluster; one on standby answers some questions, with numbers of its own past. */
    boolean active(URI server) throws IOException {
        return json(server, "/ws/v1/cluster/info")
                .path("clusterInfo")
                .path("haState")
                .asText()
                .equals("ACTIVE");
    }

    /** The answer of the one that serves. */
    JsonNode ofActive(String path) throws IOException {
        return ofActive(path, TIMEOUT);
    }

    /** The same, of a question that takes longer. */
    JsonNode ofActive(String path, Duration timeout) throws IOException {
        IOException problem = new IOException("no web server of a ResourceManager is known");
        for (URI server : servers) {
            try {
                if (active(server)) {
                    return json(web.get(server.resolve(path), timeout));
                }
                problem = new IOException(server + " is on standby");
            } catch (IOException e) {
                problem = new IOException(server + ": " + e.getMessage(), e);
            }
        }
        throw problem;
    }

    private static JsonNode json(HadoopWeb.Answer answer) throws IOException {
        if (answer.status() != 200) {
            throw new IOException(answer.refusal());
        }
        try {
            return PlainJson.MAPPER.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw new IOException("no JSON", e);
        }
    }
}
