package io.koordbridge.scheduler.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.testkit.conformance.Json;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A burst of binds at an API server that answers slowly. */
class BindBurstTest {

    private static final int PODS = 300;
    private static final Duration SLOW = Duration.ofMillis(300);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void isBoundWholeAndHoldsUpNoFilter() throws Exception {
        KubernetesMockServer server =
                new KubernetesMockServer(new Context(), new MockWebServer(), new HashMap<>(), new SlowToBind(), false);
        server.init(InetAddress.getLoopbackAddress(), 0);
        DropwizardTestSupport<SchedulerConfiguration> process = new DropwizardTestSupport<>(
                SchedulerApplication.class,
                "src/main/dist/conf/koord-scheduler.yaml",
                ConfigOverride.config("server.applicationConnectors[0].port", "0"),
                ConfigOverride.config("server.adminConnectors[0].port", "0"),
                ConfigOverride.config("leader.enabled", "false"),
                ConfigOverride.config("kubernetes.apiServer", server.url("/")));
        try (KubernetesClient client = server.createClient()) {
            Node large = Samples.node("large", 1_000_000, "1000Gi", Map.of());
            large.getStatus().getAllocatable().put("pods", new Quantity(Integer.toString(PODS)));
            client.resource(large).create();
            List<String> uids = new ArrayList<>();
            for (int i = 0; i < PODS; i++) {
                uids.add(client.resource(Samples.batchPod("p" + i, 500, "1Gi"))
                        .create()
                        .getMetadata()
                        .getUid());
            }
            process.before();
            await().until(() ->
                    ask(process.getAdminPort(), "/healthcheck", null).get().statusCode() == 200);
            assertBurstIsBound(process.getLocalPort(), uids);
        } finally {
            process.after();
            server.destroy();
        }
    }

    private void assertBurstIsBound(int port, List<String> uids) throws Exception {
        String filter = Json.MAPPER
                .createObjectNode()
                .<ObjectNode>set("Pod", Json.tree(Samples.batchPod("p0", 500, "1Gi")))
                .set("NodeNames", Json.MAPPER.createArrayNode().add("large"))
                .toString();
        for (int i = 0; i < 50; i++) {
            ask(port, "/extender/v1/filter", filter).get();
        }
        List<CompletableFuture<HttpResponse<String>>> binds = new ArrayList<>();
        for (int i = 0; i < PODS; i++) {
            binds.add(ask(
                    port,
                    "/extender/v1/bind",
                    "{\"PodName\":\"p%d\",\"PodNamespace\":\"jobs\",\"PodUID\":\"%s\",\"Node\":\"large\"}"
                            .formatted(i, uids.get(i))));
        }
        List<Long> boundDuringAFilter = new ArrayList<>();
        long before = bound(binds);
        while (before < PODS) {
            ask(port, "/extender/v1/filter", filter).get();
            long after = bound(binds);
            boundDuringAFilter.add(after - before);
            before = after;
        }

        for (CompletableFuture<HttpResponse<String>> bind : binds) {
            assertThat(bind.get().body()).isEqualTo("{\"Error\":\"\"}");
        }
        // A filter that waited for a thread would be answered behind the binds that were there before it.
        boundDuringAFilter.sort(null);
        assertThat(boundDuringAFilter.get(boundDuringAFilter.size() / 2)).isLessThan(PODS / 4);
    }

    private static long bound(List<CompletableFuture<HttpResponse<String>>> binds) {
        return binds.stream().filter(CompletableFuture::isDone).count();
    }

    private CompletableFuture<HttpResponse<String>> ask(int port, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        if (body != null) {
            request.POST(HttpRequest.BodyPublishers.ofString(body)).header("Content-Type", "application/json");
        }
        return http.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Takes each Binding after 300 ms. */
    private static final class SlowToBind extends KubernetesCrudDispatcher {
        @Override
        public MockResponse dispatch(RecordedRequest request) {
            return request.getPath().endsWith("/binding")
                    ? new MockResponse()
                            .setResponseCode(201)
                            .setHeader("Content-Type", "application/json")
                            .setBody("{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Success\"}")
                            .setBodyDelay(SLOW)
                    : super.dispatch(request);
        }
    }
}
