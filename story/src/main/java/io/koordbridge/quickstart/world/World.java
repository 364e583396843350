package io.koordbridge.quickstart.world;

import io.koordbridge.lab.hadoop.HadoopRuntime;
import io.koordbridge.lab.hadoop.NodeManagerOptions;
import io.koordbridge.lab.hadoop.NodeManagerProcess;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.hadoop.ResourceManagerOptions;
import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import io.koordbridge.lab.hadoop.SparkRuntime;
import io.koordbridge.lab.hadoop.SparkSubmission;
import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.ProjectLayout;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.quickstart.home.CgroupHome;
import io.koordbridge.quickstart.load.BatchWork;
import io.koordbridge.quickstart.load.OnlineProcess;
import io.koordbridge.quickstart.summary.Basis;
import io.koordbridge.quickstart.world.ProductProcess.Executable;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** Starts and ends all parts. Built step by step, so that a run that is ended early ends what there is. */
public final class World implements AutoCloseable {

    private static final Executable KOORDLET =
            new Executable("koordlet", "koordlet-agent", "io.koordbridge.koordlet.app.KoordletMain");
    private static final Executable MANAGER =
            new Executable("koord-manager", "k8s-controllers/koord-manager", "io.koordbridge.manager.app.ManagerMain");
    private static final Executable OPERATOR = new Executable(
            "yarn-operator", "k8s-controllers/yarn-operator", "io.koordbridge.yarnoperator.app.YarnOperatorMain");
    private static final String BEST_EFFORT = "kubepods/besteffort";
    private static final String YARN = BEST_EFFORT + "/hadoop-yarn";
    /** Batch pods beside YARN. */
    public static final int BATCH_PODS = 2;
    /** Request of the NodeManager's pod. */
    public static final long NODE_MANAGER_MILLI_CPU = 100;

    private final Machine machine;
    private final ProjectLayout layout;
    private final RunDirectory directory;
    private final ControlPlane controlPlane;
    private final Optional<CgroupHome> home;
    private final ClusterObjects objects;
    private final ProcessFiles files;
    private final Closers closers;
    private final List<ProductProcess> ours = new CopyOnWriteArrayList<>();
    private final List<ChildProcess> batchWork = new ArrayList<>();
    private final List<String> batchCgroups = new CopyOnWriteArrayList<>();
    private String onlineCgroup = "";

    /** A world in which nothing runs yet. */
    public World(
            Machine machine,
            ProjectLayout layout,
            RunDirectory directory,
            ControlPlane controlPlane,
            Optional<CgroupHome> home,
            Closers closers) {
        this.machine = machine;
        this.layout = layout;
        this.directory = directory;
        this.controlPlane = controlPlane;
        this.home = home;
        this.closers = closers;
        this.objects = new ClusterObjects(controlPlane.client());
        this.files = new ProcessFiles(directory, machine, FreePorts.find(ProcessFiles.PORTS));
    }

    /** Node and configuration. */
    public void createObjects() {
        controlPlane.createNamespace(WellKnown.NAMESPACE);
        controlPlane.createNamespace(ClusterObjects.ONLINE_NAMESPACE);
        controlPlane.createNamespace(ClusterObjects.BATCH_NAMESPACE);
        objects.node(machine);
        objects.strategies(Strategies.data(settings()));
    }

    /** Our agent; makes the best-effort tier. */
    public ProductProcess startKoordlet() {
        List<String> flags = new ArrayList<>(controlPlane.flags());
        flags.addAll(List.of("--config", files.koordlet().toString(), "--node-name", ClusterObjects.NODE));
        if (home.isPresent()) {
            flags.addAll(List.of("--cgroup-root", home.get().root().toString()));
        } else {
            flags.add("--observe-only");
        }
        return ours(KOORDLET, flags);
    }

    /** Our manager; where the agent may only observe it offers capacity all the same, so that there is something to see. */
    public ProductProcess startManager() {
        List<String> flags = withConfig(files.manager());
        if (!enforcing()) {
            flags.addAll(List.of("--set", "allowUnprotected=true"));
        }
        return ours(MANAGER, flags);
    }

    /** Our operator. */
    public ProductProcess startOperator(ResourceManagerProcess resourceManager) {
        return ours(OPERATOR, withConfig(files.operator(resourceManager.clientConfiguration())));
    }

    private List<String> withConfig(Path config) {
        List<String> flags = new ArrayList<>(List.of("--config", config.toString()));
        flags.addAll(controlPlane.flags());
        return flags;
    }

    private ProductProcess ours(Executable executable, List<String> flags) {
        ProductProcess process = closers.add(
                ProductProcess.start(layout, executable, flags, directory.work(), directory.log(executable.name())));
        ours.add(process);
        return process;
    }

    /** The online service, in the cgroup of its pod. */
    public OnlineProcess startOnlineService() {
        OnlineProcess online = closers.add(
                OnlineProcess.start(layout.classPath("story"), directory.work(), directory.log("online-service")));
        onlineCgroup = objects.onlinePod(machine);
        place(online.pid(), onlineCgroup);
        return online;
    }

    /** Two batch pods; their processes run only where limits are enforced. */
    public void startBatchPods(long milliCpu) {
        for (int number = 1; number <= BATCH_PODS; number++) {
            String cgroup = objects.batchPod(number, milliCpu);
            if (enforcing()) {
                ChildProcess work = startBatchWork("batch-" + number, 1);
                place(work.pid(), cgroup);
                batchWork.add(work);
                batchCgroups.add(cgroup);
            }
        }
    }

    /** The work of the batch pods ends. */
    public void endBatchPods() {
        batchWork.forEach(ChildProcess::close);
    }

    /** Busy threads in the best-effort tier. */
    public ChildProcess startProtectedWork(int threads) {
        ChildProcess work = startBatchWork("contrast", threads);
        place(work.pid(), BEST_EFFORT + "/contrast");
        return work;
    }

    /** The same threads as ordinary processes beside the online service, without tier and limit. */
    public void unprotect(ChildProcess work) {
        place(work.pid(), onlineCgroup);
    }

    private ChildProcess startBatchWork(String name, int threads) {
        return closers.add(
                BatchWork.start(name, threads, layout.classPath("story"), directory.work(), directory.log(name)));
    }

    /** CPU time of the batch pods so far, in nanoseconds. */
    public List<OptionalLong> podsCpuNanos() {
        return batchCgroups.stream().map(this::cpuNanos).toList();
    }

    /** CPU time of YARN's containers so far, in nanoseconds. */
    public List<OptionalLong> yarnCpuNanos() {
        return List.of(cpuNanos(YARN));
    }

    private OptionalLong cpuNanos(String cgroup) {
        return home.isPresent() ? home.get().cpuNanos(cgroup) : OptionalLong.empty();
    }

    /** A stock ResourceManager. */
    public ResourceManagerProcess startResourceManager() {
        return closers.add(ResourceManagerProcess.start(ResourceManagerOptions.of(
                        HadoopRuntime.hadoop35(layout), directory.work().resolve("rm"))
                .recovery(false)));
    }

    /** A stock NodeManager with our plugin, and the pod it lives in. */
    public NodeManagerProcess startNodeManager(ResourceManagerProcess resourceManager) {
        PluginOptions plugin = PluginOptions.of(layout.jar("copilot-nodemanager-plugin"), files.pluginDirectory());
        if (home.isPresent()) {
            plugin = plugin.cgroup(home.get().root(), YARN);
        }
        NodeManagerProcess nodeManager = closers.add(NodeManagerProcess.start(
                resourceManager,
                NodeManagerOptions.of(
                                HadoopRuntime.hadoop35(layout), directory.work().resolve("nm"))
                        .capacity(Sizing.FLOOR_MEGABYTES, Sizing.FLOOR_VCORES)
                        .plugin(plugin)));
        place(nodeManager.process().pid(), objects.nodeManagerPod(nodeManager.nodeId()));
        return nodeManager;
    }

    private void place(long pid, String cgroup) {
        home.ifPresent(cgroups -> {
            cgroups.make(cgroup);
            cgroups.place(pid, cgroup);
        });
    }

    /** Submits Spark jobs. */
    public SparkSubmission spark(ResourceManagerProcess resourceManager) {
        return new SparkSubmission(
                SparkRuntime.ofThisProcess(layout),
                resourceManager,
                directory.work().resolve("spark"));
    }

    /** The jar with the job. */
    public Path jobJar() {
        return layout.jar("story/spark-job");
    }

    /** Whether the agent has made the best-effort tier. */
    public BooleanSupplier tierReady() {
        return () -> home.isEmpty() || Files.exists(tierLimit().orElseThrow());
    }

    /** The file with the CPU limit of the best-effort tier; empty when the run only observes. */
    public Optional<Path> tierLimit() {
        return home.map(cgroups -> cgroups.limitFile(BEST_EFFORT));
    }

    /** Whether limits really reach the kernel. */
    public boolean enforcing() {
        return home.isPresent();
    }

    /** Base address of the operator's page and API. */
    public URI operatorUri() {
        return files.operatorUri();
    }

    /** Base address of the manager's API. */
    public URI managerUri() {
        return files.managerUri();
    }

    /** Name of the Node object. */
    public String nodeName() {
        return ClusterObjects.NODE;
    }

    /** What a run on this machine could show. */
    public Basis basis() {
        return new Basis(
                enforcing(),
                machine.milliCpu(),
                Sizing.tierFloorMilliCpu(machine),
                Sizing.FLOOR_VCORES,
                1000L / machine.vcoreRatio());
    }

    /** Settings of this run that differ from what is shipped. */
    public List<Setting> settings() {
        return Setting.of(machine);
    }

    /** Where logs and files of the run are. */
    public RunDirectory directory() {
        return directory;
    }

    public Machine machine() {
        return machine;
    }

    public ControlPlane controlPlane() {
        return controlPlane;
    }

    /** Our processes, in order of start. */
    public List<ProductProcess> ours() {
        return List.copyOf(ours);
    }

    /** How long a part may take to come up. */
    public static Duration startLimit() {
        return Duration.ofMinutes(3);
    }

    @Override
    public void close() {
        closers.close();
    }
}
