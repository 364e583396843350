package io.koordbridge.it.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.lab.kube.ControlPlaneBinaries;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** An extender and the kube-scheduler beside it, which takes part in the election. */
final class SchedulerPair implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final RealControlPlane controlPlane;
    private final Path home;
    private final ExtenderProcess extender;
    private ChildProcess scheduler;

    /**
     * Starts both.
     *
     * @param home directory that does not exist yet
     * @param settings of the extender
     */
    SchedulerPair(RealControlPlane controlPlane, Path home, String... settings) throws IOException {
        this.controlPlane = controlPlane;
        this.home = Files.createDirectory(home);
        extender = new ExtenderProcess(controlPlane.kubeconfig(), home, settings);
        extender.start();
        startScheduler();
    }

    ExtenderProcess extender() {
        return extender;
    }

    boolean schedulerLives() {
        return scheduler.isAlive();
    }

    void startScheduler() throws IOException {
        ObjectNode configuration = Serialization.unmarshal(extender.schedulerConfiguration(), ObjectNode.class);
        configuration
                .withObjectProperty("clientConnection")
                .put("kubeconfig", controlPlane.kubeconfig().toString());
        Path file = Files.writeString(home.resolve("scheduler.yaml"), Serialization.asYaml(configuration));
        scheduler = ChildProcess.start(
                "kube-scheduler",
                List.of(
                        ControlPlaneBinaries.ofThisProcess()
                                .directory()
                                .orElseThrow()
                                .resolve("kube-scheduler")
                                .toString(),
                        "--config=" + file,
                        "--authentication-kubeconfig=" + controlPlane.kubeconfig(),
                        "--authorization-kubeconfig=" + controlPlane.kubeconfig(),
                        "--authentication-skip-lookup=true",
                        "--bind-address=127.0.0.1",
                        "--secure-port=" + FreePorts.find(1).get(0),
                        "--cert-dir=" + home),
                Map.of(),
                home,
                home.resolve("kube-scheduler.log"));
    }

    void stopScheduler() {
        scheduler.stop(GRACE);
    }

    /** SIGKILL. */
    void crashScheduler() {
        scheduler.crash();
    }

    @Override
    public void close() {
        scheduler.crash();
        extender.close();
    }
}
