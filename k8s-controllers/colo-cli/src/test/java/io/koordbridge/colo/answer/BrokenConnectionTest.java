package io.koordbridge.colo.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.protocol.tls.Authorities;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A process that ends the connection without an answer, as a starting or ending one does behind a forwarded port. */
class BrokenConnectionTest {
    /** Java's client repeats such a request itself, once each time that we ask. */
    private static final int OF_ONE_TRY = 2;

    private final AtomicInteger asked = new AtomicInteger();
    private final LoopbackServer server = new LoopbackServer(this::answer);
    private volatile int broken = OF_ONE_TRY;

    @AfterEach
    void close() {
        server.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        if (asked.incrementAndGet() > broken) {
            LoopbackServer.answer(exchange, 200, "{\"leader\": true}");
        } else {
            exchange.close();
        }
    }

    private ApiReader given() {
        return reader(Endpoint.at(Component.OPERATOR, URI.create(server.url()), Authorities.OF_THE_RUNTIME));
    }

    private ApiReader forwarded() {
        ServerCheck check = new ServerCheck(Authorities.OF_THE_RUNTIME, "yarn-operator.team.svc");
        return reader(Endpoint.in(Component.OPERATOR, URI.create(server.url()), "team/replica-a", check));
    }

    private static ApiReader reader(Endpoint endpoint) {
        return new ApiReader(endpoint, Duration.ofSeconds(5), "");
    }

    @Test
    void isAskedOnceMore() {
        assertThat(forwarded().read("status").path("leader").asBoolean()).isTrue();
        assertThat(asked).hasValue(OF_ONE_TRY + 1);

        asked.set(0);
        assertThat(given().read("status").path("leader").asBoolean()).isTrue();
        assertThat(asked).hasValue(OF_ONE_TRY + 1);
    }

    @Test
    void maySpeakHttpsOnlyWhereTheUserChoseTheScheme() {
        broken = Integer.MAX_VALUE;

        assertThatThrownBy(() -> given().read("status"))
                .isInstanceOf(AnswerException.class)
                .hasMessageContaining(
                        "no bytes; perhaps it speaks HTTPS: a process with certificates is asked by https://. Is it");
        assertThat(asked).hasValue(2 * OF_ONE_TRY);
        assertThatThrownBy(() -> forwarded().read("status"))
                .isInstanceOf(AnswerException.class)
                .hasMessageStartingWith("cannot reach the yarn-operator in pod team/replica-a: ")
                .hasMessageContaining("no bytes. Is it running?");
    }
}
