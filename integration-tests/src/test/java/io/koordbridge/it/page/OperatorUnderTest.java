package io.koordbridge.it.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The yarn-operator as it is shipped, in a JVM of its own. */
final class OperatorUnderTest implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OperatorUnderTest.class);
    private static final String MODULE = "k8s-controllers/yarn-operator";
    private static final Duration START = Duration.ofSeconds(90);

    private final ChildProcess process;
    private final URI url;

    private OperatorUnderTest(ChildProcess process, URI url) {
        this.process = process;
        this.url = url;
    }

    /** Returns when its API answers. */
    static OperatorUnderTest start(Path directory, String apiServer, Path hadoopConfiguration) throws IOException {
        List<Integer> ports = FreePorts.find(2);
        Path dist = ProjectLayout.find().root().resolve(MODULE).resolve("src/main/dist");
        ChildProcess process = JavaCommand.of("yarn-operator", "io.koordbridge.yarnoperator.app.YarnOperatorMain")
                .jvmArguments(Files.readAllLines(dist.resolve("jvm.options")))
                .classPath(classPath())
                .arguments(List.of(
                        "--config",
                        dist.resolve("conf/yarn-operator.yaml").toString(),
                        "--api-server",
                        apiServer,
                        "--set",
                        "hadoop.confDir=" + hadoopConfiguration,
                        "--set",
                        "leaderElection.enabled=false",
                        "--set",
                        "lease.policy=static",
                        "--set",
                        "lease.times.newLeaderHoldOff=1s",
                        "--set",
                        "server.applicationConnectors[0].bindHost=127.0.0.1",
                        "--set",
                        "server.applicationConnectors[0].port=" + ports.get(0),
                        "--set",
                        "server.adminConnectors[0].bindHost=127.0.0.1",
                        "--set",
                        "server.adminConnectors[0].port=" + ports.get(1)))
                .start(directory, directory.resolve("yarn-operator.log"));
        OperatorUnderTest operator =
                new OperatorUnderTest(process, URI.create("http://127.0.0.1:" + ports.get(0) + "/"));
        try {
            await().atMost(START)
                    .ignoreExceptionsMatching(e -> process.isAlive())
                    .until(() -> {
                        process.requireAlive();
                        return operator.api().read("status").has("totals");
                    });
            return operator;
        } catch (RuntimeException e) {
            operator.close();
            throw e;
        }
    }

    URI url() {
        return url;
    }

    OperatorApi api() {
        return new OperatorApi(url);
    }

    private static List<String> classPath() {
        try {
            return ProjectLayout.find().classPath(MODULE);
        } catch (IllegalStateException notBuilt) {
            assertThat(Boolean.parseBoolean(System.getenv("CI")))
                    .as(notBuilt.getMessage())
                    .isFalse();
            LOG.warn("SKIPPED, the yarn-operator is not built: {}", notBuilt.getMessage());
            assumeThat(false).as(notBuilt.getMessage()).isTrue();
            throw notBuilt;
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
