package io.koordbridge.colo.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.koordbridge.colo.answer.ServerCheck;
import io.koordbridge.protocol.tls.Authorities;
import io.koordbridge.testkit.http.LoopbackServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PageRelayTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final ServerCheck CHECK = new ServerCheck(Authorities.OF_THE_RUNTIME, "127.0.0.1");

    private final Queue<String> asked = new ConcurrentLinkedQueue<>();
    private final LoopbackServer first = new LoopbackServer(exchange -> answer(exchange, "first"));
    private final LoopbackServer second = new LoopbackServer(exchange -> answer(exchange, "second"));
    private final HttpClient http = HttpClient.newHttpClient();
    private PageRelay relay;

    private static PageRelay.Upstream upstream(String url) {
        return new PageRelay.Upstream(URI.create(url), CHECK, true);
    }

    @BeforeEach
    void listen() throws IOException {
        relay = PageRelay.listen(0, upstream(first.url()), "secret", TIMEOUT);
    }

    @AfterEach
    void close() {
        relay.close();
        first.close();
        second.close();
    }

    private void answer(HttpExchange exchange, String who) throws IOException {
        asked.add(exchange.getRequestURI() + " " + exchange.getRequestHeaders().getFirst("Authorization") + " "
                + exchange.getRequestHeaders().getFirst("Last-Event-ID"));
        if (exchange.getRequestURI().getPath().endsWith("cut")) {
            exchange.close();
        } else if (exchange.getRequestURI().getPath().endsWith("stream")) {
            LoopbackServer.begin(exchange);
            LoopbackServer.tell(exchange, "data: 1\n\n");
            first.keep(exchange);
        } else {
            exchange.getResponseHeaders().add("Content-Security-Policy", "default-src 'none'");
            LoopbackServer.answer(exchange, 200, "text/html", who);
        }
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(relay.address().resolve(path))
                        .header("Last-Event-ID", "7")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void handsRequestsOnWithTheTokenAndAnswersWithTheirHeaders() throws Exception {
        HttpResponse<String> page = get("/api/v1/nodes?find=a%20b&limit=2");

        assertThat(page.body()).isEqualTo("first");
        assertThat(page.headers().firstValue("Content-Security-Policy")).contains("default-src 'none'");
        assertThat(asked).containsExactly("/api/v1/nodes?find=a%20b&limit=2 Bearer secret 7");
    }

    @Test
    void goesToAnotherPlaceWhileItsAddressStays() throws Exception {
        get("/");

        relay.to(URI.create(second.url()), CHECK);

        assertThat(get("/").body()).isEqualTo("second");
    }

    @Test
    void passesEventsOnWhileTheStreamGoesOn() throws Exception {
        HttpResponse<java.io.InputStream> stream = http.send(
                HttpRequest.newBuilder(relay.address().resolve("/api/v1/stream"))
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        BufferedReader lines = new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8));

        assertThat(lines.readLine()).isEqualTo("data: 1");
        LoopbackServer.tell(first.kept().element(), "data: 2\n\n");
        assertThat(lines.readLine()).isEmpty();
        assertThat(lines.readLine()).isEqualTo("data: 2");
        stream.body().close();
    }

    @Test
    void saysWhenTheLeaderIsAway() throws Exception {
        first.goAway();

        HttpResponse<String> answer = get("/");

        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.body()).contains("the leader does not answer");
    }

    @Test
    void onlyAGivenAddressThatEndsConnectionsMaySpeakHttps() throws Exception {
        HttpResponse<String> given = get("/cut");
        relay.to(URI.create(second.url()), CHECK);
        HttpResponse<String> leader = get("/cut");

        assertThat(given.statusCode()).isEqualTo(502);
        assertThat(given.body()).contains("the leader does not answer; perhaps it speaks HTTPS");
        assertThat(leader.statusCode()).isEqualTo(502);
        assertThat(leader.body()).isEqualTo("the leader does not answer; colo page looks for the one that leads\n");
    }

    @Test
    void onlyReads() throws Exception {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(relay.address())
                        .POST(HttpRequest.BodyPublishers.ofString("x"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(asked).isEmpty();
    }

    @Test
    void answersNoRequestForAnotherHost() throws Exception {
        assertThat(statusLineFor("pages.example.org:80")).contains(" 403 ");
        assertThat(statusLineFor("localhost:" + relay.address().getPort())).contains(" 200 ");
        assertThat(asked).hasSize(1);
    }

    private String statusLineFor(String host) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), relay.address().getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write(("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }
    }

    @Test
    void cannotListenOnAPortThatIsInUse() {
        int taken = relay.address().getPort();

        assertThatThrownBy(() -> PageRelay.listen(taken, upstream(first.url()), "", TIMEOUT))
                .isInstanceOf(BindException.class);
    }
}
