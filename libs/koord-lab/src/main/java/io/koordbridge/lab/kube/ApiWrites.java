package io.koordbridge.lab.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The API server's own log of writes, read from where the last reading ended. */
public final class ApiWrites {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FIRST_REFUSAL = 400;

    private final Path log;
    private long readBytes;

    /** A reading of {@link RealControlPlane#auditLog} that begins now. */
    public ApiWrites(Path log) {
        this.log = log;
        this.readBytes = size(log);
    }

    /**
     * One write.
     *
     * @param agent the client's own name of itself
     * @param resource plural with subresource, such as {@code nodes/status}
     * @param at the server's time, ISO 8601 with microseconds
     * @param status HTTP status of the answer
     */
    public record Write(String agent, String verb, String resource, String name, String at, int status) {
        /** Whether it was stored. */
        public boolean accepted() {
            return status < FIRST_REFUSAL;
        }
    }

    /** Writes since the last call; a line that is still being written comes with the next one. */
    public List<Write> next() {
        String text = readNew();
        int end = text.lastIndexOf('\n') + 1;
        String whole = text.substring(0, end);
        readBytes += whole.getBytes(StandardCharsets.UTF_8).length;
        List<Write> writes = new ArrayList<>();
        whole.lines().forEach(line -> writes.add(parse(line)));
        return writes;
    }

    /** How many of each kind, by {@code verb resource}. */
    public static Map<String, Long> counts(List<Write> writes) {
        return writes.stream()
                .collect(Collectors.groupingBy(
                        write -> write.verb() + " " + write.resource(), TreeMap::new, Collectors.counting()));
    }

    private String readNew() {
        try (InputStream in = Files.newInputStream(log)) {
            in.skipNBytes(readBytes);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + log, e);
        }
    }

    private static long size(Path log) {
        try {
            return Files.exists(log) ? Files.size(log) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + log, e);
        }
    }

    static Write parse(String line) {
        try {
            JsonNode event = JSON.readTree(line);
            JsonNode object = event.path("objectRef");
            String sub = object.path("subresource").asText("");
            return new Write(
                    event.path("userAgent").asText(""),
                    event.path("verb").asText(""),
                    object.path("resource").asText("") + (sub.isEmpty() ? "" : "/" + sub),
                    object.path("name").asText(""),
                    event.path("stageTimestamp").asText(""),
                    event.path("responseStatus").path("code").asInt());
        } catch (IOException e) {
            throw new UncheckedIOException("not an audit event: " + line, e);
        }
    }
}
