package io.koordbridge.bench.scheduling;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProcessCpu;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A scheduler that runs: stock kube-scheduler, the same with our extender, or another executable. */
final class SchedulerArm implements AutoCloseable {

    /** The back-off of the shipped configuration. */
    static final int AS_SHIPPED = 0;

    private static final String MODULE = "scheduler-plugins";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String SCHEDULER = "kube-scheduler";

    private final RealControlPlane controlPlane;
    private final @Nullable ChildProcess extender;
    private final @Nullable ChildProcess other;
    private final int adminPort;

    private SchedulerArm(
            RealControlPlane controlPlane,
            @Nullable ChildProcess extender,
            @Nullable ChildProcess other,
            int adminPort) {
        this.controlPlane = controlPlane;
        this.extender = extender;
        this.other = other;
        this.adminPort = adminPort;
    }

    /** The shipped configuration without its extenders: the same client limits and weights. */
    static SchedulerArm stock(RealControlPlane controlPlane) {
        ObjectNode configuration = Serialization.unmarshal(shipped(), ObjectNode.class);
        configuration.remove("extenders");
        controlPlane.startScheduler(Serialization.asYaml(configuration));
        return new SchedulerArm(controlPlane, null, null, 0);
    }

    /**
     * The shipped configuration with our extender as a process.
     *
     * @param settings of the extender that differ, as {@code key=value}
     * @param maxBackOffSeconds podMaxBackoffSeconds, or {@link #AS_SHIPPED}
     */
    static SchedulerArm ours(
            RealControlPlane controlPlane, Path directory, List<String> settings, int maxBackOffSeconds) {
        ProjectLayout layout = ProjectLayout.find();
        List<Integer> ports = FreePorts.find(2);
        ChildProcess extender = JavaCommand.of("koord-scheduler", "io.koordbridge.scheduler.app.SchedulerMain")
                .jvmArguments(layout.jvmOptions(MODULE))
                .classPath(layout.classPath(MODULE))
                .arguments(arguments(
                        settings,
                        "--config=" + layout.root().resolve(MODULE).resolve("src/main/dist/conf/koord-scheduler.yaml"),
                        "--kubeconfig=" + controlPlane.kubeconfig(),
                        "--set=leader.enabled=false",
                        "--set=server.applicationConnectors[0].port=" + ports.get(0),
                        "--set=server.adminConnectors[0].port=" + ports.get(1)))
                .start(directory, directory.resolve("koord-scheduler.log"));
        SchedulerArm arm = new SchedulerArm(controlPlane, extender, null, ports.get(1));
        await("the extender to load").atMost(PATIENCE).ignoreExceptions().until(() -> {
            extender.requireAlive();
            return arm.get("/healthcheck").statusCode() == 200;
        });
        String configuration = shipped().replace("http://127.0.0.1:8090", "http://127.0.0.1:" + ports.get(0));
        controlPlane.startScheduler(
                maxBackOffSeconds == AS_SHIPPED ? configuration : withBackOff(configuration, maxBackOffSeconds));
        return arm;
    }

    private static String withBackOff(String configuration, int seconds) {
        ObjectNode tree = Serialization.unmarshal(configuration, ObjectNode.class);
        tree.put("podMaxBackoffSeconds", seconds);
        return Serialization.asYaml(tree);
    }

    private static List<String> arguments(List<String> settings, String... fixed) {
        List<String> all = new ArrayList<>(List.of(fixed));
        settings.forEach(setting -> all.add("--set=" + setting));
        return all;
    }

    /** Another executable that takes a KubeSchedulerConfiguration. */
    static SchedulerArm other(RealControlPlane controlPlane, SchedulingOptions options, Path directory) {
        try {
            ObjectNode configuration = Serialization.unmarshal(
                    Files.readString(Objects.requireNonNull(options.otherConfiguration())), ObjectNode.class);
            configuration
                    .withObjectProperty("clientConnection")
                    .put("kubeconfig", controlPlane.kubeconfig().toString());
            configuration.withObjectProperty("leaderElection").put("leaderElect", false);
            Path file = Files.writeString(directory.resolve("other.yaml"), Serialization.asYaml(configuration));
            List<String> line = List.of(
                    Objects.requireNonNull(options.other()).toString(),
                    "--config=" + file,
                    "--authentication-kubeconfig=" + controlPlane.kubeconfig(),
                    "--authorization-kubeconfig=" + controlPlane.kubeconfig(),
                    "--authentication-skip-lookup=true",
                    "--bind-address=127.0.0.1",
                    "--secure-port=" + FreePorts.find(1).get(0),
                    "--cert-dir=" + directory);
            return new SchedulerArm(
                    controlPlane,
                    null,
                    ChildProcess.start("other", line, Map.of(), directory, directory.resolve("other.log")),
                    0);
        } catch (IOException unusable) {
            throw new UncheckedIOException("starting " + options.other(), unusable);
        }
    }

    private static String shipped() {
        Path file =
                ProjectLayout.find().root().resolve(MODULE).resolve("src/main/dist/conf/kube-scheduler-config.yaml");
        try {
            return Files.readString(file);
        } catch (IOException missing) {
            throw new UncheckedIOException("reading " + file, missing);
        }
    }

    /** CPU that its processes have used so far. */
    Duration cpu() {
        long scheduler =
                other == null ? Objects.requireNonNull(controlPlane.pids().get(SCHEDULER)) : other.pid();
        Duration own = ProcessCpu.used(scheduler).orElse(Duration.ZERO);
        return own.plus(extenderCpu());
    }

    /** The part of {@link #cpu} that the extender has used. */
    Duration extenderCpu() {
        return extender == null
                ? Duration.ZERO
                : ProcessCpu.used(extender.pid()).orElse(Duration.ZERO);
    }

    /** Memory of the extender in MiB, 0 without one. */
    long extenderMebibytes() {
        return extender == null ? 0 : extender.residentBytes().orElse(0) >> 20;
    }

    /** A value of the extender's metrics, 0 without one. */
    double metric(String line) {
        if (extender == null) {
            return 0;
        }
        Matcher found = Pattern.compile("^" + Pattern.quote(line) + " (\\S+)$", Pattern.MULTILINE)
                .matcher(get("/metrics").body());
        return found.find() ? Double.parseDouble(found.group(1)) : 0;
    }

    private HttpResponse<String> get(String path) {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + path))
                                    .timeout(PATIENCE)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
        } catch (IOException noAnswer) {
            throw new UncheckedIOException("asking the extender for " + path, noAnswer);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        controlPlane.stopScheduler();
        if (extender != null) {
            extender.crash();
        }
        if (other != null) {
            other.crash();
        }
    }
}
