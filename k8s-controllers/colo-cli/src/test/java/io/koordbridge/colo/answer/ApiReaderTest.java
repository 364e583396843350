package io.koordbridge.colo.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.protocol.tls.Authorities;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A process that answers too slowly or too much. */
class ApiReaderTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final long MOST_BYTES = 1L << 20;

    private final LoopbackServer server = new LoopbackServer(this::answer);

    @AfterEach
    void close() {
        server.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        if (path.endsWith("large")) {
            LoopbackServer.answer(exchange, 200, "[" + " ".repeat((int) MOST_BYTES) + "]");
        } else if (path.endsWith("begun")) {
            // Nothing follows.
            LoopbackServer.begin(exchange);
        } else {
            LoopbackServer.answer(exchange, 200, "{\"text\": \"§\"}");
        }
    }

    private ApiReader reader(Duration timeout) {
        Endpoint endpoint = Endpoint.at(Component.OPERATOR, URI.create(server.url()), Authorities.OF_THE_RUNTIME);
        return new ApiReader(endpoint, timeout, "", MOST_BYTES);
    }

    @Test
    void aDocumentIsReadAsUtf8() {
        assertThat(reader(LONG).read("status").path("text").asText()).isEqualTo("§");
    }

    @Test
    void anAnswerThatDoesNotEndIsGivenUpAtTheTimeout() {
        assertThatThrownBy(() -> reader(Duration.ofMillis(300)).read("begun"))
                .isInstanceOf(AnswerException.class)
                .hasMessageContaining("no answer within 0.3 s");
    }

    @Test
    void anAnswerAboveTheLimitIsRefused() {
        assertThatThrownBy(() -> reader(LONG).read("large"))
                .isInstanceOf(AnswerException.class)
                .hasMessageContaining("does not answer as a yarn-operator does: an answer of more than 1 MiB");
    }
}
