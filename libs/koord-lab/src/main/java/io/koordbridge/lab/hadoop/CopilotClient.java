package io.koordbridge.lab.hadoop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Calls the plugin inside a NodeManager through its unix socket. The plugin itself ends an exchange after five seconds. */
public final class CopilotClient {
    private final Path socket;
    private final ObjectMapper mapper = new ObjectMapper();

    public CopilotClient(Path socket) {
        this.socket = socket;
    }

    /** The answer's body; every status but 200 is an {@link IOException} with the reason. */
    public JsonNode get(String path) throws IOException {
        return exchange("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    /** As {@link #get}, with a body. */
    public JsonNode post(String path, Map<String, ?> body) throws IOException {
        String json = mapper.writeValueAsString(body);
        int length = json.getBytes(StandardCharsets.UTF_8).length;
        return exchange("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + length + "\r\n\r\n" + json);
    }

    /** {@code ok}, or what is degraded. */
    public String health() throws IOException {
        return get("/health").asText();
    }

    /** Containers of GET /v2/containers. */
    public List<JsonNode> containers() throws IOException {
        return RestReader.elements(get("/v2/containers").path("containers"), container -> container);
    }

    /** Evicts these containers. */
    public JsonNode evict(List<String> containerIds, String reason, boolean force) throws IOException {
        return post("/v2/evict", Map.of("containers", containerIds, "reason", reason, "force", force));
    }

    private JsonNode exchange(String request) throws IOException {
        String answer;
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            answer = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
        int body = answer.indexOf("\r\n\r\n");
        if (body < 0) {
            throw new IOException("no answer on " + socket);
        }
        if (!answer.startsWith("HTTP/1.1 200 ")) {
            throw new IOException(answer.lines().findFirst().orElse("") + " " + answer.substring(body + 4));
        }
        return mapper.readTree(answer.substring(body + 4));
    }
}
