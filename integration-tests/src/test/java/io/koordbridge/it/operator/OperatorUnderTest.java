package io.koordbridge.it.operator;

import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The operator as a process, started with its own JVM flags and configuration. */
final class OperatorUnderTest implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorUnderTest.class);
    private static final String MODULE = "k8s-controllers/yarn-operator";

    private final HttpClient http = HttpClient.newHttpClient();
    private final ChildProcess process;
    private final int port;

    private OperatorUnderTest(ChildProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    static OperatorUnderTest start(Path kubeconfig, Path hadoopConfiguration, Path directory) {
        try {
            Path module = ProjectLayout.find().root().resolve(MODULE);
            int port = freePort();
            int adminPort = freePort();
            List<String> arguments = List.of(
                    "--config",
                    module.resolve("src/main/dist/conf/yarn-operator.yaml").toString(),
                    "--kubeconfig",
                    kubeconfig.toString(),
                    "--set",
                    "server.applicationConnectors[0].bindHost=127.0.0.1",
                    "--set",
                    "server.adminConnectors[0].bindHost=127.0.0.1",
                    "--set",
                    "server.applicationConnectors[0].port=" + port,
                    "--set",
                    "server.adminConnectors[0].port=" + adminPort,
                    "--set",
                    "hadoop.confDir=" + hadoopConfiguration,
                    "--set",
                    "lease.policy=static",
                    "--set",
                    "lease.minMB=256",
                    "--set",
                    "lease.times.growInterval=1s",
                    "--set",
                    "lease.times.newLeaderHoldOff=2s",
                    "--set",
                    "lease.times.lateCall=8s",
                    "--set",
                    "leaderElection.namespace=default");
            ChildProcess process = JavaCommand.of("yarn-operator", "io.koordbridge.yarnoperator.app.YarnOperatorMain")
                    .jvmArguments(Files.readAllLines(module.resolve("src/main/dist/jvm.options")))
                    .classPath(classPath())
                    .arguments(arguments)
                    .start(directory, directory.resolve("yarn-operator.log"));
            OperatorUnderTest operator = new OperatorUnderTest(process, port);
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                process.requireAlive();
                return operator.leads();
            });
            return operator;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> classPath() {
        try {
            return ProjectLayout.find().classPath(MODULE);
        } catch (IllegalStateException notBuilt) {
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                throw notBuilt;
            }
            LOG.warn("SKIPPED, yarn-operator is not built: {}", notBuilt.getMessage());
            assumeThat(false).as(notBuilt.getMessage()).isTrue();
            throw notBuilt;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private boolean leads() {
        try {
            return get("status").path("leader").asBoolean();
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    JsonNode get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/" + path))
                .timeout(Duration.ofSeconds(5))
                .build();
        try {
            return new ObjectMapper()
                    .readTree(http.send(request, HttpResponse.BodyHandlers.ofString())
                            .body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    JsonNode node() {
        return get("nodes").path("nodes").path(0);
    }

    long residentMebibytes() {
        return process.residentBytes().orElseThrow() >> 20;
    }

    String logTail() {
        return process.logTail(60);
    }

    @Override
    public void close() {
        process.close();
    }
}
