package io.koordbridge.it.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.lab.manager.ManagerReplica;
import io.koordbridge.lab.process.ChildProcess;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;

/** One replica of koord-manager with its own ports. */
public final class ManagerUnderTest implements AutoCloseable {
    private final ManagerReplica replica;

    private ManagerUnderTest(ManagerReplica replica) {
        this.replica = replica;
    }

    /** Starts a replica that elects a leader with the shipped times, and waits until it is healthy. */
    public static ManagerUnderTest start(String name, Path kubeconfig, Path directory, List<Integer> ports) {
        return start(ManagerOptions.of(name, kubeconfig, directory).ports(ports));
    }

    /** Starts a replica and waits until it is healthy. */
    public static ManagerUnderTest start(ManagerOptions options) {
        ManagerReplica replica = ManagerReplica.launch(options);
        replica.awaitHealthy();
        return new ManagerUnderTest(replica);
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

    /** Where it mutates pods. */
    public String webhookUrl() {
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
