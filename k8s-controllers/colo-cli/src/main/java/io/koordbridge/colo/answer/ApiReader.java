package io.koordbridge.colo.answer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the API of one process. Each call has a deadline for the whole answer and is tried once more when the connection breaks; an answer has a
 * limit of size.
 */
public final class ApiReader {
    public static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .addModule(new SimpleModule()
                    .addDeserializer(Instant.class, new Rfc3339())
                    .addSerializer(Instant.class, ToStringSerializer.instance))
            .build();

    private static final int NOT_NOW = 503;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int TRIES = 2;
    private static final int EXCERPT_CHARS = 80;
    /** Many times what 10,000 nodes give, and a part of colo's heap. */
    private static final long MOST_BYTES = 128L << 20;

    private final Endpoint endpoint;
    private final Duration timeout;
    private final String token;
    private final HttpClient http;
    private final long mostBytes;

    /**
     * Prepares to read; nothing is sent yet.
     *
     * @param token bearer token that is sent, empty for none
     */
    public ApiReader(Endpoint endpoint, Duration timeout, String token) {
        this(endpoint, timeout, token, MOST_BYTES);
    }

    ApiReader(Endpoint endpoint, Duration timeout, String token, long mostBytes) {
        this.mostBytes = mostBytes;
        this.endpoint = endpoint;
        this.timeout = timeout;
        this.token = token;
        this.http = endpoint.check().client(timeout).build();
    }

    /** Who is asked, for messages. */
    public String name() {
        return endpoint.name();
    }

    /** The document below the path of the API. */
    public JsonNode read(String path) {
        return find(path).orElseThrow(() -> unexpected(path, "there is no such path (404)"));
    }

    /** As {@link #read}; empty when the process answers 404. */
    public Optional<JsonNode> find(String path) {
        Answer answer = send(path);
        if (answer.statusCode() == 404) {
            return Optional.empty();
        }
        if (answer.statusCode() == NOT_NOW) {
            throw new AnswerException(name() + " cannot answer: " + problemIn(answer.body()));
        }
        if (answer.statusCode() == UNAUTHORIZED || answer.statusCode() == FORBIDDEN) {
            throw new AnswerException(
                    "%s refuses (%d): %s; give one by --token-file or $COLO_TOKEN, or go by kubectl port-forward"
                            .formatted(name(), answer.statusCode(), problemIn(answer.body())));
        }
        if (answer.statusCode() != 200) {
            throw unexpected(path, "status " + answer.statusCode() + ": " + excerpt(answer.body()));
        }
        try {
            JsonNode document = JSON.readTree(answer.body());
            if (document.isContainerNode()) {
                return Optional.of(document);
            }
        } catch (JsonProcessingException e) {
            throw unexpected(path, "not JSON: " + excerpt(answer.body()));
        }
        throw unexpected(path, "no JSON object: " + excerpt(answer.body()));
    }

    /** The document as a record of this package; a field that is missing or of another type is named. */
    public <T> T as(Class<T> type, JsonNode document, String path) {
        try {
            return JSON.treeToValue(document, type);
        } catch (ValueInstantiationException e) {
            throw unexpected(path, String.valueOf(rootOf(e).getMessage()));
        } catch (JsonProcessingException e) {
            throw unexpected(path, e.getOriginalMessage());
        }
    }

    /** The document as an explanation. */
    public ExplainAnswer explanation(JsonNode document, String path) {
        try {
            return ExplainAnswer.of(document);
        } catch (IllegalArgumentException e) {
            throw unexpected(path, String.valueOf(e.getMessage()));
        }
    }

    /** A part of a path, such as a node's name. */
    public static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private record Answer(int statusCode, String body) {}

    private Answer send(String path) {
        HttpRequest request = request(path);
        for (int attempt = 1; ; attempt++) {
            try {
                return answer(request);
            } catch (HttpTimeoutException e) {
                throw unreachable("no answer within " + timeout.toMillis() / 1000.0 + " s", e);
            } catch (ConnectException e) {
                throw unreachable("no server listens there", e);
            } catch (AnswerBody.TooLargeException e) {
                throw unexpected(path, String.valueOf(e.getMessage()));
            } catch (IOException e) {
                Optional<String> tls = TlsProblem.of(request.uri(), e);
                if (tls.isPresent()) {
                    throw new AnswerException("cannot reach " + name() + ": " + tls.get(), e);
                }
                if (attempt == TRIES) {
                    throw unreachable(e.getMessage() + guess(request.uri(), e), e);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw unreachable("interrupted", e);
            }
        }
    }

    private Answer answer(HttpRequest request) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        HttpResponse<InputStream> answer = http.send(request, head -> new AnswerBody(deadline, mostBytes));
        try (InputStream body = answer.body()) {
            return new Answer(answer.statusCode(), new String(body.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** The scheme of a forwarded port is known, and that of a default address was not chosen by a user. */
    private String guess(URI asked, IOException problem) {
        return endpoint.given()
                ? TlsProblem.guess(asked, problem).map(guess -> "; " + guess).orElse("")
                : "";
    }

    private HttpRequest request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address(path)).timeout(timeout).header("Accept", "application/json");
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return request.build();
    }

    private URI address(String path) {
        String root = endpoint.base().toString();
        return URI.create(
                (root.endsWith("/") ? root : root + "/") + endpoint.component().path() + path);
    }

    private AnswerException unreachable(String why, Exception cause) {
        Component component = endpoint.component();
        return new AnswerException(
                "cannot reach %s: %s. Is it running? %s or $%s names another one; in a cluster give --kubeconfig, or first: %s"
                        .formatted(
                                name(),
                                why,
                                component.option(),
                                component.variable(),
                                "kubectl -n koordinator-system port-forward deploy/" + component.process() + " "
                                        + forwardedPorts()),
                cause);
    }

    /** The port inside the pod; on this side the one that was asked. */
    private String forwardedPorts() {
        int asked = endpoint.base().getPort();
        int served = endpoint.component().port();
        return asked < 0 || asked == served ? Integer.toString(served) : asked + ":" + served;
    }

    private AnswerException unexpected(String path, String what) {
        return new AnswerException("%s does not answer as a %s does: %s"
                .formatted(address(path), endpoint.component().process(), what));
    }

    private static Throwable rootOf(Throwable problem) {
        Throwable at = problem;
        while (at.getCause() != null) {
            at = at.getCause();
        }
        return at;
    }

    /** The error of an answer, or its beginning. */
    private static String problemIn(String body) {
        try {
            String error = JSON.readTree(body).path("error").asText("");
            return error.isEmpty() ? excerpt(body) : error;
        } catch (JsonProcessingException e) {
            return excerpt(body);
        }
    }

    private static String excerpt(String body) {
        String line = body.replaceAll("\\s+", " ").strip();
        return line.length() <= EXCERPT_CHARS ? line : line.substring(0, EXCERPT_CHARS) + "…";
    }

    /** The API's own document with the named rows of a list, in that order: fields unknown here stay. */
    public static JsonNode arranged(JsonNode document, String list, List<String> names) {
        Map<String, JsonNode> byName = new HashMap<>();
        document.path(list).forEach(row -> byName.put(row.path("name").asText(), row));
        ObjectNode answer = document.deepCopy();
        ArrayNode rows = answer.putArray(list);
        names.forEach(name -> rows.add(byName.get(name)));
        return answer;
    }
}
