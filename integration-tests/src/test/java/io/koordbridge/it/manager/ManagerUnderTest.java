package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.lab.manager.ManagerReplica;
import io.koordbridge.lab.process.ChildProcess;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One replica of koord-manager with its own ports. */
public final class ManagerUnderTest implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ManagerUnderTest.class);

    private final ManagerReplica replica;

    private ManagerUnderTest(ManagerReplica replica) {
        this.replica = replica;
    }

    /** Starts a replica that elects a leader with the shipped times, and waits until it is healthy. */
    public static ManagerUnderTest start(String name, Path kubeconfig, Path directory, List<Integer> ports) {
        return start(ManagerOptions.of(name, kubeconfig, directory).ports(ports));
    }

    /** Starts a replica and waits until it is healthy. */
    static ManagerUnderTest start(ManagerOptions options) {
        ManagerReplica replica = launch(options);
        replica.awaitHealthy();
        return new ManagerUnderTest(replica);
    }

    private static ManagerReplica launch(ManagerOptions options) {
        try {
            return ManagerReplica.launch(options);
        } catch (IllegalStateException notBuilt) {
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                throw notBuilt;
            }
            LOG.warn("SKIPPED, koord-manager is not built: {}", notBuilt.getMessage());
            assumeThat(false).as(notBuilt.getMessage()).isTrue();
            throw notBuilt;
        }
    }

    /** One sample of a metric, -1 when it is not there. */
    double metric(String nameAndLabels) {
        return replica.metric(nameAndLabels);
    }

    /** What it answers to a question for a node. */
    public HttpResponse<String> explain(String node) {
        HttpResponse<String> response = replica.explain(node);
        assertThat(response).isNotNull();
        return response;
    }

    /** Where the page and the API are. */
    public URI url() {
        return replica.url();
    }

    String webhookUrl() {
        return "https://127.0.0.1:" + replica.webhookPort() + "/mutate-pod";
    }

    /** The process. */
    public ChildProcess process() {
        return replica.process();
    }

    @Override
    public void close() {
        replica.close();
    }
}
