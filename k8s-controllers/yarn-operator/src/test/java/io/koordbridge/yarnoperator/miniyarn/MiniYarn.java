package io.koordbridge.yarnoperator.miniyarn;

import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.hadoop.CopilotClient;
import io.koordbridge.lab.hadoop.NodeManagerRest;
import io.koordbridge.lab.hadoop.PluginOptions;
import io.koordbridge.lab.hadoop.ResourceManagerRest;
import io.koordbridge.lab.hadoop.YarnNode;
import io.koordbridge.lab.process.FreePorts;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.MiniYARNCluster;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.protocolrecords.AddToClusterNodeLabelsRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.ReplaceLabelsOnNodeRequest;
import org.apache.hadoop.yarn.server.nodemanager.NodeManager;
import org.jspecify.annotations.Nullable;

/**
 * One MiniYARNCluster for all test classes of this JVM: a ResourceManager and NodeManagers that load our plugin by configuration, all on
 * loopback, with calls on the wire as between processes. A test that needs a kill, an outage or a cgroup has processes of its own.
 */
public final class MiniYarn {

    /** A resource type beside memory and vcores; each node has {@link #GPUS} of it. */
    public static final String GPU = "yarn.io/gpu";

    public static final long GPUS = 4;
    public static final int MINIMUM_MEGABYTES = 256;
    /** What the queue may use beside the nodes without a label. */
    public static final String LABEL = "fast";

    /** The same; idle nodes with it serve those who ask for no label. */
    public static final String SHARED_LABEL = "shared";

    /** By the lease files at the start, so that each node shows whose file its plugin has read. */
    static final List<Integer> LEASED_VCORES = List.of(4, 3);

    private static final int MEGABYTES = 4_096;
    private static final int VCORES = 4;
    private static final int LEASED_MEGABYTES = 2_048;
    private static final Duration START = Duration.ofSeconds(60);
    private static final String HOST = "127.0.0.1";
    private static final List<String> ADDRESSES =
            List.of("address", "scheduler.address", "resource-tracker.address", "admin.address", "webapp.address");

    private static @Nullable MiniYarn instance;

    private final Map<String, String> client = new LinkedHashMap<>();
    private final Path directory;
    private final MiniYARNCluster cluster;
    private final ResourceManagerRest rest;
    private final List<MiniNode> nodes = new ArrayList<>();

    private MiniYarn() {
        try {
            directory = Files.createTempDirectory("my");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        client.put("fs.defaultFS", "file:///");
        client.put("hadoop.tmp.dir", directory.resolve("tmp").toString());
        client.put("yarn.resourcemanager.hostname", HOST);
        List<Integer> ports = FreePorts.find(ADDRESSES.size());
        for (int i = 0; i < ports.size(); i++) {
            client.put("yarn.resourcemanager." + ADDRESSES.get(i), HOST + ":" + ports.get(i));
        }
        rest = new ResourceManagerRest(URI.create("http://" + client.get("yarn.resourcemanager.webapp.address")));
        // Where the cluster keeps all its files.
        System.setProperty("test.build.data", directory.toString());
        cluster = new MiniYARNCluster("y", LEASED_VCORES.size(), 1, 1);
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "mini-yarn-end"));
    }

    /** The cluster, started by the first call. What a test changes it leaves as it found it, but for the nodes' capacity. */
    public static synchronized MiniYarn shared() {
        if (instance == null) {
            MiniYarn started = new MiniYarn();
            started.start();
            instance = started;
        }
        return instance;
    }

    private void start() {
        for (int i = 0; i < LEASED_VCORES.size(); i++) {
            writeLease(plugin(localDirectory(i).toPath()), LEASED_VCORES.get(i));
        }
        writeClientFile();
        cluster.init(configuration());
        cluster.start();
        for (int i = 0; i < LEASED_VCORES.size(); i++) {
            nodes.add(registered(
                    cluster.getNodeManager(i), plugin(localDirectory(i).toPath())));
        }
    }

    /** Its {@code yarn.nodemanager.local-dirs}, named by the cluster. */
    private File localDirectory(int index) {
        return new File(cluster.getTestWorkDir(), "y-localDir-nm-" + index + "_0");
    }

    private static PluginOptions plugin(Path localDirectory) {
        return PluginOptions.of(Path.of("plugin-is-on-the-class-path"), localDirectory.resolve("copilot"))
                .property(
                        "koordbridge.copilot.cgroup.root",
                        localDirectory.resolve("no-cgroups").toString())
                .applyLease();
    }

    private static void writeLease(PluginOptions plugin, int vcores) {
        try {
            Files.createDirectories(plugin.directory());
            Files.writeString(
                    plugin.leaseFile(),
                    "{\"vcores\":%d,\"memoryMB\":%d,\"epoch\":1,\"time\":\"%s\"}"
                            .formatted(vcores, LEASED_MEGABYTES, Instant.now()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void writeClientFile() {
        Configuration only = new Configuration(false);
        client.forEach(only::set);
        try (OutputStream file = Files.newOutputStream(clientFile())) {
            only.writeXml(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Configuration configuration() {
        Configuration yarn = clientConfiguration();
        // Each NodeManager gets the same configuration; only its directories are its own.
        plugin(Path.of("${yarn.nodemanager.local-dirs}")).yarnSite().forEach(yarn::set);
        yarn.setBoolean("yarn.minicluster.fixed.ports", true);
        yarn.setBoolean("yarn.minicluster.use-rpc", true);
        yarn.set("yarn.resourcemanager.bind-host", HOST);
        yarn.set("yarn.nodemanager.bind-host", HOST);
        yarn.setInt("yarn.minicluster.yarn.nodemanager.resource.memory-mb", MEGABYTES);
        yarn.setInt("yarn.nodemanager.resource.cpu-vcores", VCORES);
        yarn.set("yarn.resource-types", GPU);
        yarn.setLong("yarn.nodemanager.resource-type." + GPU, GPUS);
        yarn.setInt("yarn.scheduler.minimum-allocation-mb", MINIMUM_MEGABYTES);
        // All nodes have the name of one host: requests name the port as well.
        yarn.setBoolean("yarn.scheduler.include-port-in-node-name", true);
        yarn.setInt("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", 250);
        yarn.setBoolean("yarn.node-labels.enabled", true);
        yarn.set(
                "yarn.node-labels.fs-store.root-dir",
                directory.resolve("labels").toUri().toString());
        yarn.set("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "99.5");
        yarn.setInt("yarn.nodemanager.process-kill-wait.ms", 2_000);
        return yarn;
    }

    /** Returns when the ResourceManager has it. */
    private MiniNode registered(NodeManager nodeManager, PluginOptions plugin) {
        NodeId id = nodeManager.getNMContext().getNodeId();
        String web = "http://" + HOST + ":" + nodeManager.getNMContext().getHttpPort();
        YarnNode seen = await("the NodeManager is registered")
                .atMost(START)
                .until(() -> rest.node(id.toString()).filter(YarnNode::running), Optional::isPresent)
                .orElseThrow();
        return new MiniNode(
                id.getHost(),
                id.getPort(),
                seen.capacityVcores(),
                nodeManager,
                new NodeManagerRest(URI.create(web)),
                plugin);
    }

    /** Containers end with their NodeManagers; the ResourceManager would wait for masters that the JVM is done with. */
    private void end() {
        nodes.forEach(MiniNode::close);
        FileUtil.fullyDelete(directory.toFile());
    }

    /** What a client has to have in its configuration; new with each call. */
    public Configuration clientConfiguration() {
        Configuration configuration = new YarnConfiguration();
        client.forEach(configuration::set);
        return configuration;
    }

    public ResourceManagerRest rest() {
        return rest;
    }

    /** The same as a file, for who reads its configuration from files. */
    public Path clientFile() {
        return directory.resolve("yarn-site.xml");
    }

    /** Gives a node this label only, or none when it is empty, as {@code yarn rmadmin} does; returns when the scheduler has it. */
    public void label(MiniNode node, String label) throws IOException, YarnException {
        ResourceManagerAdministrationProtocol administration =
                ClientRMProxy.createRMProxy(clientConfiguration(), ResourceManagerAdministrationProtocol.class);
        try {
            // A label that a queue names cannot be taken away again.
            administration.addToClusterNodeLabels(AddToClusterNodeLabelsRequest.newInstance(
                    List.of(NodeLabel.newInstance(LABEL, true), NodeLabel.newInstance(SHARED_LABEL, false))));
            administration.replaceLabelsOnNode(
                    ReplaceLabelsOnNodeRequest.newInstance(Map.of(node.nodeId(), Set.of(label))));
        } finally {
            RPC.stopProxy(administration);
        }
        await().until(() -> partition(node).equals(label));
    }

    private String partition(MiniNode node) {
        return cluster.getResourceManager()
                .getResourceScheduler()
                .getSchedulerNode(node.nodeId())
                .getPartition();
    }

    /** By the ResourceManager's store. */
    public Set<String> labels(MiniNode node) {
        return cluster.getResourceManager().getRMContext().getNodeLabelManager().getLabelsOnNode(node.nodeId());
    }

    /** One of the two nodes that all classes use. */
    public MiniNode node(int index) {
        return nodes.get(index);
    }

    /**
     * A further NodeManager in this JVM, which the caller closes.
     *
     * @param settings in its configuration, last word
     */
    public MiniNode join(String name, int leasedVcores, Map<String, String> settings) {
        Path local = directory.resolve(name);
        PluginOptions plugin = plugin(local);
        writeLease(plugin, leasedVcores);
        Configuration configuration = configuration();
        configuration.set("yarn.nodemanager.local-dirs", local.toString());
        configuration.set(
                "yarn.nodemanager.log-dirs", directory.resolve(name + "-logs").toString());
        configuration.setInt("yarn.nodemanager.resource.memory-mb", MEGABYTES);
        for (String part : List.of("", "localizer.", "webapp.", "collector-service.")) {
            configuration.set("yarn.nodemanager." + part + "address", HOST + ":0");
        }
        settings.forEach(configuration::set);
        NodeManager nodeManager = new NodeManager();
        nodeManager.init(configuration);
        nodeManager.start();
        return registered(nodeManager, plugin);
    }

    /**
     * A NodeManager of the cluster.
     *
     * @param host as the ResourceManager knows it
     * @param registeredVcores with which it came
     */
    public record MiniNode(
            String host,
            int port,
            long registeredVcores,
            NodeManager nodeManager,
            NodeManagerRest rest,
            PluginOptions plugin)
            implements AutoCloseable {

        public String id() {
            return host + ":" + port;
        }

        NodeId nodeId() {
            return NodeId.newInstance(host, port);
        }

        public CopilotClient copilot() {
            return new CopilotClient(plugin.socket());
        }

        @Override
        public void close() {
            nodeManager.stop();
        }
    }
}
