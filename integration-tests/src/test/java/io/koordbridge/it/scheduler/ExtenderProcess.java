package io.koordbridge.it.scheduler;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.testkit.await.PatientAwaits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** koord-scheduler from its distribution, with the shipped configuration but other ports. */
public final class ExtenderProcess implements AutoCloseable {
    private static final String MODULE = "scheduler-plugins";
    private static final Duration START = Duration.ofMinutes(3);
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final ProjectLayout layout = ProjectLayout.find();
    private final List<Integer> ports = FreePorts.find(2);
    private final Path kubeconfig;
    private final Path directory;
    private final List<String> settings;
    private ChildProcess process;

    public ExtenderProcess(Path kubeconfig, Path directory, String... settings) {
        this.kubeconfig = kubeconfig;
        this.directory = directory;
        this.settings = List.of(settings);
    }

    /** Starts it, on the same ports as before, and waits until everything is loaded. */
    public void start() {
        process = command().start(directory, directory.resolve("koord-scheduler.log"));
        try {
            await("extender loaded")
                    .atMost(START)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> {
                        process.requireAlive();
                        return healthy();
                    });
        } catch (RuntimeException notLoaded) {
            String log = process.logTail(30);
            close();
            throw new IllegalStateException("the extender did not load, its log ends with:\n" + log, notLoaded);
        }
    }

    private JavaCommand command() {
        Path dist = layout.root().resolve(MODULE).resolve("target/dist");
        return JavaCommand.of("koord-scheduler", "io.koordbridge.scheduler.app.SchedulerMain")
                .jvmArguments(layout.jvmOptions(MODULE))
                .classPath(layout.classPath(MODULE))
                .arguments(arguments(dist));
    }

    private List<String> arguments(Path dist) {
        List<String> arguments = new ArrayList<>(List.of(
                "--config=" + dist.resolve("conf/koord-scheduler.yaml"),
                "--kubeconfig=" + kubeconfig,
                // Most tests run a single kube-scheduler, without election.
                "--set=leader.enabled=false",
                "--set=server.applicationConnectors[0].port=" + ports.get(0),
                "--set=server.adminConnectors[0].port=" + ports.get(1)));
        arguments.addAll(settings);
        return arguments;
    }

    /** The shipped KubeSchedulerConfiguration, pointing at this process. */
    String schedulerConfiguration() {
        try {
            String shipped = Files.readString(
                    layout.root().resolve(MODULE).resolve("src/main/dist/conf/kube-scheduler-config.yaml"));
            return shipped.replace("http://127.0.0.1:8090", address());
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    /** Where the verbs are. */
    public String address() {
        return "http://127.0.0.1:" + ports.get(0);
    }

    /** SIGKILL. */
    void crash() {
        process.crash();
    }

    ChildProcess process() {
        return process;
    }

    /** Sends a verb and returns the answer's Error field. */
    String error(String verb, String body) {
        return answer(verb, body).path("Error").asText();
    }

    /** Sends a verb. */
    JsonNode answer(String verb, String body) {
        return json(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get(0) + "/extender/v1/" + verb))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Asks for a bind and returns the answer's Error field. */
    String bind(Pod pod, String node) {
        return bind(pod, pod.getMetadata().getUid(), node);
    }

    String bind(Pod pod, String uid, String node) {
        return error(
                "bind",
                "{\"PodName\":\"%s\",\"PodNamespace\":\"%s\",\"PodUID\":\"%s\",\"Node\":\"%s\"}"
                        .formatted(
                                pod.getMetadata().getName(), pod.getMetadata().getNamespace(), uid, node));
    }

    boolean knows(String node) {
        return node.equals(view("/nodes/" + node).path("node").asText());
    }

    boolean knowsTopology(String node) {
        return view("/nodes/" + node).path("topology").isObject();
    }

    boolean knowsQuota(String name) {
        return view("/plugins/ElasticQuota/quota/" + name).path("max").isObject();
    }

    /** A view of the admin port. */
    JsonNode view(String path) {
        return json(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get(1) + "/apis/v1" + path)));
    }

    boolean healthy() {
        try {
            return text(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get(1) + "/healthcheck")))
                            .statusCode()
                    == 200;
        } catch (UncheckedIOException notListening) {
            return false;
        }
    }

    /** Asks as the liveness probe of the kube-scheduler beside it does. */
    boolean leadable(Duration timeout) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + ports.get(1) + "/leadable"));
        try {
            return http.send(request.timeout(timeout).build(), HttpResponse.BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (IOException noAnswer) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private JsonNode json(HttpRequest.Builder request) {
        try {
            return MAPPER.readTree(text(request).body());
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    private HttpResponse<String> text(HttpRequest.Builder request) {
        try {
            return http.send(request.timeout(PatientAwaits.PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.close();
        }
    }
}
