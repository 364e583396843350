package io.koordbridge.bench.reaction;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.koordbridge.api.annotation.YarnLease;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.node.Origin;
import io.koordbridge.api.document.yarn.YarnLeaseReader;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.bench.cluster.Cluster;
import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.machine.FileMachine;
import io.koordbridge.lab.manager.ManagerOptions;
import io.koordbridge.lab.manager.ManagerReplica;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.Parts;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.protocol.ResourceNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A node of files with an online pod and a NodeManager, its agent, koord-manager, yarn-operator and a ResourceManager, all as processes; each
 * change of a {@link Stage} is seen.
 */
final class ReactionChain implements AutoCloseable {

    static final int CPUS = 64;
    private static final String NODE = "node-reaction";
    private static final String NAMESPACE = "shop";
    private static final String OPERATOR = "k8s-controllers/yarn-operator";
    private static final String AGENT = "koordlet-agent";
    private static final int NODE_MEGABYTES = (int) (FileMachine.MEMORY_KIB >> 10);
    private static final long MICROS_PER_MILLI_CPU = 100;
    private static final int MILLI = 1000;
    private static final int LIMIT_LOOK_MILLIS = 5;
    private static final int RESOURCE_MANAGER_LOOK_MILLIS = 50;

    private final Parts parts = new Parts();
    private final Sightings sightings = new Sightings();
    private final ProjectLayout layout = ProjectLayout.find();
    private final Cluster cluster;
    private final Path directory;
    private final ReactionSettings settings;
    private final FileMachine machine;
    private final List<ChildProcess> ours = new ArrayList<>();

    /**
     * Starts everything; the chain settles later.
     *
     * @param cluster without other nodes
     * @param directory for files and logs, with a short path: a socket is in it
     */
    ReactionChain(Cluster cluster, Path directory, ReactionSettings settings, long onlineMilliCpu) throws IOException {
        this.cluster = cluster;
        this.directory = Files.createDirectories(directory);
        this.settings = settings;
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "reaction-chain-last-resort"));
        try {
            cluster.controlPlane()
                    .createNode(
                            NODE,
                            Map.of(
                                    "cpu",
                                    Integer.toString(CPUS),
                                    "memory",
                                    FileMachine.MEMORY_KIB + "Ki",
                                    "pods",
                                    "110"));
            configure();
            machine = parts.add(new FileMachine(
                    directory.resolve("machine"),
                    CPUS,
                    "kubepods/burstable/pod" + pod("online", "LS", "koord-prod", "", "cpu: 32"),
                    onlineMilliCpu));
            startAgent();
            startManager();
            startYarn();
            look();
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void configure() {
        cluster.load("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {namespace: %s, name: slo-controller-config}
                data:
                  colocation-config: '%s'
                  resource-threshold-config: '{"clusterStrategy": %s}'
                """.formatted(Cluster.SYSTEM, settings.colocation(), settings.threshold()));
    }

    /** A pod that runs, as scheduler and kubelet leave it; gives its uid. */
    private String pod(String name, String qos, String priority, String more, String requests) {
        KubernetesClient client = cluster.client();
        cluster.load("""
                apiVersion: v1
                kind: Pod
                metadata:
                  namespace: %s
                  name: %s
                  labels: {koordinator.sh/qosClass: %s, koordinator.sh/priority-class: %s}
                  %s
                spec:
                  nodeName: %s
                  containers: [{name: main, image: none, resources: {requests: {%7$s}, limits: {%7$s}}}]
                """.formatted(NAMESPACE, name, qos, priority, more, NODE, requests));
        var created = client.pods().inNamespace(NAMESPACE).withName(name);
        created.editStatus(pod -> {
            pod.getStatus().setPhase("Running");
            pod.getStatus().setQosClass("LS".equals(qos) ? "Burstable" : "BestEffort");
            return pod;
        });
        return created.get().getMetadata().getUid();
    }

    private void startAgent() throws IOException {
        Path config = Files.writeString(directory.resolve("koordlet.yaml"), """
                report: %2$s
                audit: {directory: %1$s/audit}
                yarn: {socketDirectory: %1$s/s}
                tier: {driver: cgroupfs}
                kubernetes: {kubelet: {directory: %1$s/kubelet}}
                """.formatted(
                        Files.createDirectories(directory), settings.report()));
        Files.createDirectories(directory.resolve("s"));
        start(
                "koordlet",
                AGENT,
                "io.koordbridge.koordlet.app.KoordletMain",
                List.of(
                        "--config=" + config,
                        "--kubeconfig=" + cluster.controlPlane().kubeconfig(),
                        "--node-name=" + NODE,
                        "--cgroup-root=" + machine.cgroups(),
                        "--proc-root=" + machine.proc(),
                        "--sys-root=" + machine.sys(),
                        "--admin-port=0"));
    }

    private void startManager() {
        ManagerReplica manager = parts.add(ManagerReplica.start(
                ManagerOptions.of("manager", cluster.controlPlane().kubeconfig(), directory)));
        ours.add(manager.process());
    }

    private void start(String name, String module, String mainClass, List<String> arguments) {
        ours.add(parts.add(JavaCommand.of(name, mainClass)
                .jvmArguments(layout.jvmOptions(module))
                .classPath(layout.classPath(module))
                .arguments(arguments)
                .start(directory, directory.resolve(name + ".log"))));
    }

    private void startYarn() {
        HadoopRuntime runtime = HadoopRuntime.hadoop35(layout);
        ResourceManagerProcess manager = parts.add(ResourceManagerProcess.start(
                ResourceManagerOptions.of(runtime, directory.resolve("rm")).recovery(false)));
        PluginOptions plugin = PluginOptions.of(layout.jar("copilot-nodemanager-plugin"), directory.resolve("s"))
                .applyLease();
        NodeManagerProcess node = parts.add(NodeManagerProcess.start(
                manager,
                NodeManagerOptions.of(runtime, directory.resolve("nm"))
                        .capacity(NODE_MEGABYTES, CPUS)
                        .plugin(plugin)));
        pod(
                "nodemanager",
                "BE",
                "koord-batch",
                "annotations: {yarn.hadoop.apache.org/node-id: \"" + node.nodeId() + "\"}",
                "kubernetes.io/batch-cpu: 500, kubernetes.io/batch-memory: 1Gi");
        startOperator(manager.clientConfiguration());
        every(
                RESOURCE_MANAGER_LOOK_MILLIS,
                () -> manager.rest()
                        .node(node.nodeId())
                        .ifPresent(found -> sightings.seen(Stage.RESOURCE_MANAGER, found.capacityVcores())));
    }

    private void startOperator(Path hadoop) {
        List<Integer> ports = FreePorts.find(2);
        List<String> all = new ArrayList<>(List.of(
                "--config",
                layout.root()
                        .resolve(OPERATOR)
                        .resolve("src/main/dist/conf/yarn-operator.yaml")
                        .toString(),
                "--kubeconfig",
                cluster.controlPlane().kubeconfig().toString()));
        List<String> values = new ArrayList<>(List.of(
                "server.applicationConnectors[0].bindHost=127.0.0.1",
                "server.applicationConnectors[0].port=" + ports.get(0),
                "server.adminConnectors[0].bindHost=127.0.0.1",
                "server.adminConnectors[0].port=" + ports.get(1),
                "hadoop.confDir=" + hadoop));
        values.addAll(settings.operator());
        values.forEach(value -> all.addAll(List.of("--set", value)));
        start("yarn-operator", OPERATOR, "io.koordbridge.yarnoperator.app.YarnOperatorMain", all);
    }

    private void look() {
        KubernetesClient client = cluster.client();
        parts.add(client.nodes().withName(NODE).watch(new Follower<>(this::seen)));
        parts.add(client.resources(NodeMetric.class).withName(NODE).watch(new Follower<>(this::seen)));
        every(LIMIT_LOOK_MILLIS, () -> sightings.seen(Stage.LIMIT, limitMilliCpu()));
    }

    private void every(int millis, Runnable look) {
        ScheduledExecutorService looks = Executors.newSingleThreadScheduledExecutor();
        parts.add(looks::shutdownNow);
        var unused = looks.scheduleWithFixedDelay(() -> lookOnce(look), 0, millis, TimeUnit.MILLISECONDS);
    }

    /** A file that is being written, or a server that does not answer, is seen by the next look. */
    private static void lookOnce(Runnable look) {
        try {
            look.run();
        } catch (UncheckedIOException | IllegalArgumentException notNow) {
            Thread.onSpinWait();
        }
    }

    private record Follower<T>(Consumer<T> seen) implements Watcher<T> {
        @Override
        public void eventReceived(Action action, T object) {
            seen.accept(object);
        }

        @Override
        public void onClose(WatcherException cause) {
            throw new IllegalStateException("a watch ended", cause);
        }
    }

    private void seen(Node node) {
        Origin.read(node)
                .found()
                .ifPresent(origin ->
                        sightings.seen(Stage.ORIGIN, Quantities.value(origin.resources(), ResourceNames.BATCH_CPU)));
        YarnLeaseReader.read(node)
                .found()
                .map(YarnLease::lease)
                .map(YarnResource::vcores)
                .ifPresent(vcores -> sightings.seen(Stage.LEASE, vcores));
    }

    private void seen(NodeMetric report) {
        var info = report.getStatus() == null ? null : report.getStatus().nodeMetric();
        var usage = info == null ? null : info.nodeUsage();
        if (usage != null && usage.resources() != null) {
            sightings.seen(Stage.REPORT, -Quantities.milli(usage.resources(), ResourceNames.CPU));
        }
    }

    private long limitMilliCpu() {
        long byCpus = (long) CpuSet.parse(machine.bestEffortCpus()).size() * MILLI;
        long quota = machine.bestEffortQuotaMicros();
        return quota < 0 ? byCpus : Math.min(byCpus, quota / MICROS_PER_MILLI_CPU);
    }

    /** The online pod uses this from now on; gives the time. */
    long use(long milliCpu) {
        long now = System.nanoTime();
        machine.online(milliCpu);
        return now;
    }

    /** vcores that the ResourceManager schedules on now, 0 before they are known. */
    long vcores() {
        ours.forEach(ChildProcess::requireAlive);
        return sightings.now(Stage.RESOURCE_MANAGER).orElse(0);
    }

    Sightings sightings() {
        return sightings;
    }

    @Override
    public synchronized void close() {
        parts.close();
    }
}
