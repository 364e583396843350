package io.koordbridge.bench.online;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.lab.embedded.EmbeddedApiServer;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.Parts;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A node with the online service in a pod, batch threads in one of two pods, and the agent in a pod as the chart makes it. */
final class OnlineNode implements AutoCloseable {

    private static final String AGENT = "koordlet-agent";
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** As the online pod's and the unprotected batch pod's requests of one CPU make it. */
    private static final int SHARES_OF_CPU = 1024;

    private static final int SHARES_OF_AGENT = 102;
    private static final int SHARES_OF_TIER = 2;
    /** Beside it the rest of the machine is little. */
    private static final int SHARES_OF_ALL = 20_480;

    private final Parts parts = new Parts();
    private final Path directory;
    private final NodeGroups groups;
    private final ChildProcess batch;
    private final ChildProcess agent;
    private final ChildProcess service;
    private final OnlineObjects objects;
    private final DataInputStream in;
    private final DataOutputStream out;
    private @Nullable Arm arm;

    /**
     * Starts all of it; the batch threads stand still.
     *
     * @param directory for files and logs, with a short path: a socket is in it
     */
    OnlineNode(Path directory, OnlineOptions options) throws IOException {
        this.directory = Files.createDirectories(directory);
        try {
            groups = parts.add(NodeGroups.of(directory));
            EmbeddedApiServer server = parts.add(new EmbeddedApiServer());
            KubernetesClient client = parts.add(server.newClient());
            objects = new OnlineObjects(client, options);
            makeGroups();
            int port = FreePorts.find(1).get(0);
            service = parts.add(java("online", OnlineService.class)
                    .arguments(List.of(Integer.toString(port), Integer.toString(options.requestMicros())))
                    .start(directory, directory.resolve("online.log")));
            groups.place(service.pid(), objects.container(OnlineObjects.ONLINE));
            agent = parts.add(startAgent(server.url(), options));
            groups.place(agent.pid(), objects.container(OnlineObjects.AGENT));
            batch = parts.add(java("batch", BatchThreads.class)
                    .arguments(List.of(Integer.toString(options.batchThreads())))
                    .start(directory, directory.resolve("batch.log")));
            groups.place(batch.pid(), objects.container(OnlineObjects.PROTECTED));
            Socket socket = parts.add(connect(port));
            in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
            awaitAgent();
            set(Arm.ALONE);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void makeGroups() throws IOException {
        objects.create();
        for (OnlineObjects.BenchPod pod : OnlineObjects.PODS) {
            groups.make(objects.container(pod));
        }
        groups.shares("", SHARES_OF_ALL);
        groups.shares("kubepods/besteffort", SHARES_OF_TIER);
        groups.shares("kubepods/burstable", 2 * SHARES_OF_CPU + SHARES_OF_AGENT);
        for (OnlineObjects.BenchPod pod : OnlineObjects.PODS) {
            int shares = pod.equals(OnlineObjects.AGENT) ? SHARES_OF_AGENT : SHARES_OF_CPU;
            groups.shares(objects.group(pod), pod.equals(OnlineObjects.PROTECTED) ? SHARES_OF_TIER : shares);
        }
    }

    private static JavaCommand java(String name, Class<?> main) {
        return JavaCommand.of(name, main.getName())
                .ownClassPath()
                .jvmArguments(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
    }

    private ChildProcess startAgent(String apiServer, OnlineOptions options) throws IOException {
        String gates = options.gates().entrySet().stream()
                .map(gate -> gate.getKey() + ": " + gate.getValue())
                .collect(Collectors.joining(", "));
        Files.createDirectories(directory.resolve("s"));
        Path config = Files.writeString(directory.resolve("koordlet.yaml"), """
                audit: {directory: %1$s/audit}
                yarn: {socketDirectory: %1$s/s}
                tier: {driver: cgroupfs}
                kubernetes: {kubelet: {directory: %1$s/kubelet}}
                featureGates: {%2$s}
                """.formatted(directory, gates));
        ProjectLayout layout = ProjectLayout.find();
        return JavaCommand.of("koordlet", "io.koordbridge.koordlet.app.KoordletMain")
                .jvmArguments(layout.jvmOptions(AGENT))
                .classPath(layout.classPath(AGENT))
                .arguments(List.of(
                        "--config=" + config,
                        "--api-server=" + apiServer,
                        "--node-name=" + OnlineObjects.NODE,
                        "--cgroup-root=" + groups.root(),
                        "--admin-port=" + FreePorts.find(1).get(0)))
                .start(directory, directory.resolve("koordlet.log"));
    }

    /** The service listens when it has found out what a request costs. */
    private Socket connect(int port) {
        return await("the online service")
                .atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(
                        () -> {
                            service.requireAlive();
                            return new Socket(InetAddress.getLoopbackAddress(), port);
                        },
                        Objects::nonNull);
    }

    /** It gives the best-effort pod the weight of its requests. */
    private void awaitAgent() throws IOException {
        String pod = objects.group(OnlineObjects.PROTECTED);
        await("the agent to know the best-effort pod").atMost(PATIENCE).until(() -> {
            agent.requireAlive();
            return groups.weight(pod) > SHARES_OF_TIER;
        });
    }

    /** Puts the batch threads where an arm has them. */
    void set(Arm next) throws IOException {
        if (next == arm) {
            return;
        }
        if (next == Arm.ALONE) {
            batch.freeze();
        } else {
            OnlineObjects.BenchPod pod = next == Arm.PROTECTED ? OnlineObjects.PROTECTED : OnlineObjects.UNPROTECTED;
            groups.place(batch.pid(), objects.container(pod));
            batch.thaw();
        }
        arm = next;
    }

    /** Response times of the requests that count, in nanoseconds. */
    long[] serve(OnlineBlock block) throws IOException {
        block.write(out);
        out.flush();
        long[] nanos = new long[block.counted()];
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = in.readLong();
        }
        service.requireAlive();
        agent.requireAlive();
        batch.requireAlive();
        return nanos;
    }

    /** CPU that the batch threads have used so far. */
    Duration batchCpu() throws IOException {
        return groups.cpu(objects.group(OnlineObjects.PROTECTED))
                .plus(groups.cpu(objects.group(OnlineObjects.UNPROTECTED)));
    }

    @Override
    public void close() {
        parts.close();
    }
}
