package io.koordbridge.frame;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.dropwizard.testing.ResourceHelpers;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LivePagesTest {

    private static final AtomicLong COUNT = new AtomicLong();

    /** A process that streams a number which grows. */
    public static final class StreamingProcess extends BridgeApplication<ElectingConfiguration> {

        @Override
        public String processName() {
            return "streaming-process";
        }

        @Override
        protected void start(ElectingConfiguration config, BridgeContext context) {
            context.environment().jersey().register(new Numbers(LivePages.of(context, Duration.ofMillis(100))));
        }
    }

    /** The stream. */
    @Path("/stream")
    public static final class Numbers {

        private final LivePages pages;

        Numbers(LivePages pages) {
            this.pages = pages;
        }

        @GET
        public void stream(@Suspended AsyncResponse answer, @Context UriInfo request) {
            pages.open(
                    answer,
                    request,
                    query -> JsonNodeFactory.instance
                            .objectNode()
                            .put("count", COUNT.incrementAndGet())
                            .put("limit", query.limit()));
        }
    }

    private final DropwizardTestSupport<ElectingConfiguration> process = new DropwizardTestSupport<>(
            StreamingProcess.class,
            ResourceHelpers.resourceFilePath("empty.yaml"),
            ConfigOverride.config("server.applicationConnectors[0].port", "0"),
            ConfigOverride.config("server.adminConnectors[0].port", "0"),
            ConfigOverride.config("leaderElection.enabled", "false"));
    private final HttpClient client = HttpClient.newHttpClient();
    private final Deque<InputStream> opened = new ArrayDeque<>();
    private boolean running;

    @BeforeEach
    void start() throws Exception {
        process.before();
        running = true;
    }

    @AfterEach
    void stop() throws IOException {
        for (InputStream stream : opened) {
            stream.close();
        }
        if (running) {
            process.after();
        }
    }

    @Test
    void sendsAllAtFirstAndThenWhatChanges() throws Exception {
        BufferedReader lines = lines(open("?limit=7"));

        assertThat(lines.readLine()).startsWith("data: {\"count\":").endsWith("\"limit\":7}");
        assertThat(lines.readLine()).isEmpty();
        assertThat(lines.readLine()).startsWith("data: {\"count\":").doesNotContain("limit");
    }

    @Test
    void refusesABadQuery() throws Exception {
        HttpResponse<InputStream> answer = open("?limit=7000");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(lines(answer).readLine())
                .isEqualTo("{\"error\":\"limit = '7000': want a whole number from 1 to 500\"}");
    }

    @Test
    void servesABoundedNumberOfPagesAndTakesOthersWhenSomeHaveGone() throws Exception {
        for (int i = 0; i < 32; i++) {
            assertThat(open("").statusCode()).isEqualTo(200);
        }

        HttpResponse<InputStream> refused = open("");

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(lines(refused).readLine()).contains("32 pages are open");

        opened.pop().close();
        opened.pop().close();
        int status = 503;
        while (status == 503) {
            status = open("").statusCode();
        }
        assertThat(status).isEqualTo(200);
    }

    @Test
    void endsStreamsWhenTheProcessStops() throws Exception {
        BufferedReader lines = lines(open(""));
        assertThat(lines.readLine()).startsWith("data: ");

        process.after();
        running = false;

        // A stream that is cut off, as by a server that waits for it in vain, ends with an exception.
        assertThat(lines.lines()).allMatch(line -> line.isEmpty() || line.startsWith("data: "));
    }

    private HttpResponse<InputStream> open(String query) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + process.getLocalPort() + "/stream" + query))
                        .header("Accept-Encoding", "gzip")
                        .build(),
                BodyHandlers.ofInputStream());
        opened.push(answer.body());
        return answer;
    }

    private static BufferedReader lines(HttpResponse<InputStream> answer) {
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }
}
