package io.koordbridge.frame;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.dropwizard.testing.ResourceHelpers;
import io.koordbridge.kube.leader.LeaderGate;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Two replicas of a process in this one, each with its own ports, and the API server that holds their Lease: {@code pod-a} leads, {@code pod-b} is asked. */
final class TwoReplicas implements AutoCloseable {

    private static final Map<String, LeaderGate> GATES = new ConcurrentHashMap<>();

    /** A process that says who it is. */
    public static final class NamedProcess extends BridgeApplication<ElectingConfiguration> {

        @Override
        public String processName() {
            return "named-process";
        }

        @Override
        protected void start(ElectingConfiguration config, BridgeContext context) {
            LeaderGate gate = context.newLeaderGate(config, "lease");
            gate.start(() -> {}, () -> {});
            GATES.put(gate.settings().identity(), gate);
            context.environment().jersey().register(new Names(gate, LivePages.of(context, Duration.ofMillis(100))));
        }
    }

    /** Its page and its stream. */
    @Path("/")
    public static final class Names {
        private final LeaderGate gate;
        private final LivePages pages;
        private final AtomicInteger count = new AtomicInteger();

        Names(LeaderGate gate, LivePages pages) {
            this.gate = gate;
            this.pages = pages;
        }

        @GET
        public Response page(@Context UriInfo request) {
            return Response.ok(gate.settings().identity() + " "
                            + request.getRequestUri().getRawQuery())
                    .header("Content-Security-Policy", "default-src 'none'")
                    .build();
        }

        @GET
        @Path("stream")
        public void stream(@Suspended AsyncResponse answer, @Context UriInfo request) {
            pages.open(
                    answer,
                    request,
                    query -> JsonNodeFactory.instance
                            .objectNode()
                            .put("who", gate.settings().identity())
                            .put("count", count.incrementAndGet()));
        }
    }

    private final java.nio.file.Path tokens;
    private final OneLease api = new OneLease();
    private final HttpClient client = HttpClient.newHttpClient();
    private final DropwizardTestSupport<ElectingConfiguration> leader;
    private final DropwizardTestSupport<ElectingConfiguration> follower;

    /**
     * Both are up.
     *
     * @param tokens directory for the token of each
     */
    TwoReplicas(java.nio.file.Path tokens) throws Exception {
        this.tokens = tokens;
        leader = replica("pod-a_1", "replica");
        await().until(() -> GATES.get("pod-a_1").isLeader());
        follower = replica("pod-b_1", "other-replica");
        await().until(() -> !GATES.get("pod-b_1").leaderPages().isEmpty());
    }

    private DropwizardTestSupport<ElectingConfiguration> replica(String identity, String token) throws Exception {
        DropwizardTestSupport<ElectingConfiguration> process = new DropwizardTestSupport<>(
                NamedProcess.class,
                ResourceHelpers.resourceFilePath("empty.yaml"),
                ConfigOverride.config("kubernetes.apiServer", api.url()),
                ConfigOverride.config("leaderElection.identity", identity),
                ConfigOverride.config("leaderElection.host", "127.0.0.1"),
                ConfigOverride.config("leaderElection.retryPeriod", "100ms"),
                ConfigOverride.config(
                        "leaderElection.peerTokenFile",
                        Files.writeString(tokens.resolve(identity), token + "\n")
                                .toString()));
        process.before();
        return process;
    }

    /** Asks the one that does not lead. */
    <T> HttpResponse<T> ask(String path, HttpResponse.BodyHandler<T> body, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + follower.getLocalPort() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), body);
    }

    HttpResponse<String> ask(String path, String... headers) throws IOException, InterruptedException {
        return ask(path, BodyHandlers.ofString(), headers);
    }

    /** From now on another process leads, and this is where it says that its pages are. */
    void otherLeader(String holder, String pages) throws IOException {
        api.takenBy(holder, pages);
        await().until(() -> GATES.get("pod-b_1").leaderPages().equals(pages));
    }

    /** The one that is asked has no token of its own any more. */
    void withoutToken() throws IOException {
        Files.delete(tokens.resolve("pod-b_1"));
    }

    /** Requests that were handed on with this result. */
    long handedOn(String result) {
        return follower.getEnvironment()
                .metrics()
                .counter("koord_leader_pages_total{result=" + result + "}")
                .getCount();
    }

    @Override
    public void close() {
        follower.after();
        leader.after();
        api.close();
        GATES.clear();
    }
}
