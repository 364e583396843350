package io.koordbridge.colo.preflight;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.koordbridge.colo.answer.ApiReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code /state} of a node agent through a forwarded port. */
final class AgentReader {
    private static final int PORT = 9316;

    private final KubernetesClient client;
    private final WebText web;

    AgentReader(KubernetesClient client, WebText web) {
        this.client = client;
        this.web = web;
    }

    AgentFacts read(@Nullable Pod pod) {
        if (pod == null) {
            return AgentFacts.silent("no koordlet pod on this node");
        }
        try (LocalPortForward forward =
                client.pods().resource(pod).portForward(PORT, InetAddress.getLoopbackAddress(), 0)) {
            return facts(web.get(URI.create("http://127.0.0.1:" + forward.getLocalPort() + "/state")));
        } catch (IOException | KubernetesClientException e) {
            return AgentFacts.silent(
                    "koordlet pod " + pod.getMetadata().getName() + " does not answer: " + e.getMessage());
        }
    }

    /** Of the document. */
    static AgentFacts facts(String document) throws JsonProcessingException {
        JsonNode state = ApiReader.JSON.readTree(document);
        List<String> obstacles = new ArrayList<>();
        state.path("reasons").forEach(reason -> obstacles.add(reason.asText()));
        return new AgentFacts(
                null,
                state.path("mode").asText(""),
                obstacles,
                state.at("/cgroup/version").asText(""),
                state.at("/cgroup/driver").asText(""),
                state.at("/usage/nodeMilliCpu").isNumber(),
                state.at("/yarn/socket").textValue(),
                state.at("/yarn/trouble").textValue());
    }
}
