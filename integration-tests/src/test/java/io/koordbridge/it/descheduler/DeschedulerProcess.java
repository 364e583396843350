package io.koordbridge.it.descheduler;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The process in a JVM of its own, with the shipped flags of the JVM. */
public final class DeschedulerProcess implements AutoCloseable {
    private static final String MODULE = "k8s-controllers/koord-descheduler";
    private static final Duration START = Duration.ofMinutes(3);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SERVER = """
            server:
              applicationConnectors: [{type: http, bindHost: 127.0.0.1, port: %d}]
              adminConnectors: [{type: http, bindHost: 127.0.0.1, port: %d}]
            """;

    private final ChildProcess process;
    private final URI url;
    private final URI admin;
    private final HttpClient http = HttpClient.newHttpClient();

    private DeschedulerProcess(ChildProcess process, URI url, URI admin) {
        this.process = process;
        this.url = url;
        this.admin = admin;
    }

    /**
     * Returns when the process answers; it may not lead yet.
     *
     * @param configuration all but the part {@code server} of the configuration, as YAML
     */
    public static DeschedulerProcess start(Path directory, Path kubeconfig, String configuration) {
        List<Integer> ports = FreePorts.find(2);
        ProjectLayout layout = ProjectLayout.find();
        Path file =
                write(directory, ports.get(0) + ".yaml", SERVER.formatted(ports.get(0), ports.get(1)) + configuration);
        ChildProcess process = JavaCommand.of("koord-descheduler", "io.koordbridge.descheduler.app.DeschedulerMain")
                .jvmArguments(layout.jvmOptions(MODULE))
                .classPath(layout.classPath(MODULE))
                .arguments(List.of("--config", file.toString(), "--kubeconfig", kubeconfig.toString()))
                .start(directory, directory.resolve("koord-descheduler-" + ports.get(0) + ".log"));
        DeschedulerProcess started = new DeschedulerProcess(
                process,
                URI.create("http://127.0.0.1:" + ports.get(0) + "/"),
                URI.create("http://127.0.0.1:" + ports.get(1) + "/"));
        try {
            await().atMost(START).until(started::answers);
            return started;
        } catch (RuntimeException e) {
            started.close();
            throw e;
        }
    }

    private static Path write(Path directory, String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean answers() {
        process.requireAlive();
        try {
            return text(admin.resolve("ping")).contains("pong");
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    /** Answer of its API. */
    public JsonNode get(String path) {
        try {
            return JSON.readTree(text(url.resolve(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What it exposes for Prometheus. */
    public String metrics() {
        return text(admin.resolve("metrics"));
    }

    /** The process. */
    public ChildProcess process() {
        return process;
    }

    private String text(URI uri) {
        try {
            return http.send(
                            HttpRequest.newBuilder(uri)
                                    .timeout(Duration.ofSeconds(10))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
