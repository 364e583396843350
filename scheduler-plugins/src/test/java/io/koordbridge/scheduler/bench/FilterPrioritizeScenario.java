package io.koordbridge.scheduler.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.OperatingSystemMXBean;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.KubernetesCrudDispatcher;
import io.fabric8.kubernetes.client.server.mock.KubernetesMockServer;
import io.fabric8.mockwebserver.Context;
import io.fabric8.mockwebserver.MockWebServer;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.app.SchedulerApplication;
import io.koordbridge.scheduler.app.SchedulerConfiguration;
import io.koordbridge.testkit.conformance.Json;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * How long filter and prioritize take over HTTP with names only; writes JSON to the file named by the first argument.
 * Arguments: FILE [NODES [ROUNDS]].
 */
public final class FilterPrioritizeScenario {

    private static final int WARM_UP = 200;

    private final HttpClient http = HttpClient.newHttpClient();
    private final DropwizardTestSupport<SchedulerConfiguration> process;

    private FilterPrioritizeScenario(DropwizardTestSupport<SchedulerConfiguration> process) {
        this.process = process;
    }

    public static void main(String[] args) throws Exception {
        int nodes = args.length > 1 ? Integer.parseInt(args[1]) : 1_000;
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : 500;
        KubernetesMockServer server = new KubernetesMockServer(
                new Context(), new MockWebServer(), new HashMap<>(), new KubernetesCrudDispatcher(), false);
        server.init(InetAddress.getLoopbackAddress(), 0);
        DropwizardTestSupport<SchedulerConfiguration> process = new DropwizardTestSupport<>(
                SchedulerApplication.class,
                "src/main/dist/conf/koord-scheduler.yaml",
                ConfigOverride.config("server.applicationConnectors[0].port", "0"),
                ConfigOverride.config("server.adminConnectors[0].port", "0"),
                ConfigOverride.config("logging.level", "WARN"),
                ConfigOverride.config("kubernetes.apiServer", server.url("/")));
        try (KubernetesClient client = server.createClient()) {
            fill(client, nodes);
            process.before();
            ObjectNode report = new FilterPrioritizeScenario(process).measure(nodes, rounds);
            Files.writeString(Path.of(args[0]), report.toPrettyString() + "\n");
        } finally {
            process.after();
            server.destroy();
        }
    }

    private static void fill(KubernetesClient client, int nodes) {
        for (int i = 0; i < nodes; i++) {
            client.resource(Samples.node("node-" + i, 8_000 + i % 17 * 500L, "64Gi", Map.of()))
                    .create();
            client.resource(Samples.bound(Samples.batchPod("pod-" + i, 500 + i % 13 * 300L, "4Gi"), "node-" + i))
                    .create();
        }
    }

    private ObjectNode measure(int nodes, int rounds) throws IOException, InterruptedException {
        while (send("/healthcheck", process.getAdminPort(), null).statusCode() != 200) {
            Thread.onSpinWait();
        }
        ObjectNode request = Json.MAPPER.createObjectNode();
        request.set("Pod", Json.tree(Samples.batchPod("new", 1_000, "2Gi")));
        for (int i = 0; i < nodes; i++) {
            request.withArray("NodeNames").add("node-" + i);
        }
        String body = request.toString();
        ObjectNode report = Json.MAPPER.createObjectNode();
        report.put("nodes", nodes).put("rounds", rounds).put("requestBytes", body.length());
        report.put("java", System.getProperty("java.version"));
        report.put(
                "processors",
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getAvailableProcessors());
        for (String verb : new String[] {"filter", "prioritize"}) {
            report.set(verb, measure("/extender/v1/" + verb, body, rounds));
        }
        return report;
    }

    private ObjectNode measure(String path, String body, int rounds) throws IOException, InterruptedException {
        for (int i = 0; i < WARM_UP; i++) {
            send(path, process.getLocalPort(), body);
        }
        long[] micros = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            long start = System.nanoTime();
            HttpResponse<String> answer = send(path, process.getLocalPort(), body);
            micros[i] = (System.nanoTime() - start) / 1_000;
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(path + " answered " + answer.statusCode() + " " + answer.body());
            }
        }
        Arrays.sort(micros);
        return Json.MAPPER
                .createObjectNode()
                .put("p50Micros", micros[rounds / 2])
                .put("p99Micros", micros[rounds * 99 / 100])
                .put("maxMicros", micros[rounds - 1]);
    }

    private HttpResponse<String> send(String path, int port, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        if (body != null) {
            request.POST(HttpRequest.BodyPublishers.ofString(body));
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
