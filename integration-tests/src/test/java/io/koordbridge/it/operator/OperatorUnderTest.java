package io.koordbridge.it.operator;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

/** The yarn-operator as it is shipped, in a JVM of its own. */
public final class OperatorUnderTest implements AutoCloseable {
    private static final String MODULE = "k8s-controllers/yarn-operator";
    private static final Duration START = Duration.ofMinutes(3);

    private final ChildProcess process;
    private final URI url;
    private final String metrics;
    private final OperatorApi api;

    private OperatorUnderTest(ChildProcess process, URI url, String metrics) {
        this.process = process;
        this.url = url;
        this.metrics = metrics;
        this.api = new OperatorApi(url);
    }

    /**
     * Returns when it leads.
     *
     * @param connection the flags that name the API server
     * @param settings {@code key.path=value} over the shipped configuration
     */
    public static OperatorUnderTest start(
            Path directory, List<String> connection, Path hadoopConfiguration, List<String> settings) {
        return start(directory, connection, hadoopConfiguration, settings, Map.of());
    }

    /**
     * The same with another environment.
     *
     * @param environment variables beside the inherited ones
     */
    static OperatorUnderTest start(
            Path directory,
            List<String> connection,
            Path hadoopConfiguration,
            List<String> settings,
            Map<String, String> environment) {
        OperatorUnderTest operator = launch(directory, connection, hadoopConfiguration, settings, environment);
        return operator.awaited(operator::leads);
    }

    /** Starts a further replica; returns when it answers. */
    static OperatorUnderTest standby(
            Path directory, List<String> connection, Path hadoopConfiguration, List<String> settings) {
        OperatorUnderTest operator = launch(directory, connection, hadoopConfiguration, settings, Map.of());
        return operator.awaited(operator::answers);
    }

    private OperatorUnderTest awaited(Callable<Boolean> condition) {
        try {
            await().atMost(START).until(condition);
            return this;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static OperatorUnderTest launch(
            Path directory,
            List<String> connection,
            Path hadoopConfiguration,
            List<String> settings,
            Map<String, String> environment) {
        List<Integer> ports = FreePorts.find(2);
        ProjectLayout layout = ProjectLayout.find();
        Path dist = layout.root().resolve(MODULE).resolve("src/main/dist");
        List<String> arguments = new ArrayList<>(
                List.of("--config", dist.resolve("conf/yarn-operator.yaml").toString()));
        arguments.addAll(connection);
        List<String> all = new ArrayList<>(List.of(
                "server.applicationConnectors[0].bindHost=127.0.0.1",
                "server.applicationConnectors[0].port=" + ports.get(0),
                "server.adminConnectors[0].bindHost=127.0.0.1",
                "server.adminConnectors[0].port=" + ports.get(1),
                "hadoop.confDir=" + hadoopConfiguration));
        all.addAll(settings);
        all.forEach(setting -> arguments.addAll(List.of("--set", setting)));
        JavaCommand command = JavaCommand.of("yarn-operator", "io.koordbridge.yarnoperator.app.YarnOperatorMain")
                .jvmArguments(layout.jvmOptions(MODULE))
                .classPath(layout.classPath(MODULE))
                .arguments(arguments);
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            command = command.environment(variable.getKey(), variable.getValue());
        }
        ChildProcess process = command.start(directory, directory.resolve("yarn-operator.log"));
        return new OperatorUnderTest(
                process, URI.create("http://127.0.0.1:" + ports.get(0) + "/"), "127.0.0.1:" + ports.get(1));
    }

    boolean leads() {
        return status().path("leader").asBoolean();
    }

    private boolean answers() {
        return status().has("leader");
    }

    /** Nothing before it answers. */
    private JsonNode status() {
        process.requireAlive();
        try {
            return get("status");
        } catch (UncheckedIOException notYet) {
            return MissingNode.getInstance();
        }
    }

    /** {@code host:port} of its metrics. */
    String metrics() {
        return metrics;
    }

    /** Ends it as the kernel does when memory is short. */
    void crash() {
        process.crash();
    }

    /** Base of its page and API. */
    public URI url() {
        return url;
    }

    public OperatorApi api() {
        return api;
    }

    JsonNode get(String path) {
        return api.read(path);
    }

    /** The only node it knows. */
    JsonNode node() {
        return get("nodes").path("nodes").path(0);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    long residentMebibytes() {
        return process.residentBytes().orElseThrow() >> 20;
    }

    String logTail() {
        return process.logTail(60);
    }

    /** How many lines of its log contain a text. */
    long logged(String text) {
        try (Stream<String> lines = Files.lines(process.logFile())) {
            return lines.filter(line -> line.contains(text)).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
