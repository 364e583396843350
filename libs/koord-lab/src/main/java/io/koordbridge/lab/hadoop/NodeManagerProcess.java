package io.koordbridge.lab.hadoop;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProcessMarker;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A stock NodeManager in a JVM of its own, with our plugin if the options say so. */
public final class NodeManagerProcess implements AutoCloseable {
    private static final String MAIN = "org.apache.hadoop.yarn.server.nodemanager.NodeManager";
    private static final String HOST = "127.0.0.1";
    private static final Duration STOP_GRACE = Duration.ofSeconds(6);

    private final NodeManagerOptions options;
    private final ResourceManagerProcess resourceManager;
    private final List<Integer> ports;
    private final NodeManagerRest rest;
    private final ProcessMarker marker = ProcessMarker.unique();
    private ChildProcess process;

    private NodeManagerProcess(ResourceManagerProcess resourceManager, NodeManagerOptions options) {
        this.options = options;
        this.resourceManager = resourceManager;
        this.ports = FreePorts.find(4);
        this.rest = new NodeManagerRest(URI.create("http://" + HOST + ":" + ports.get(2)));
        writeConfiguration();
        this.process = launch();
    }

    /** Returns when the ResourceManager lists the node as running. */
    public static NodeManagerProcess start(ResourceManagerProcess resourceManager, NodeManagerOptions options) {
        NodeManagerProcess started = new NodeManagerProcess(resourceManager, options);
        started.awaitReady();
        return started;
    }

    /** The id that the ResourceManager knows: the loopback address resolves to this name. */
    public String nodeId() {
        return "localhost:" + ports.get(0);
    }

    public URI webUri() {
        return rest.base();
    }

    public NodeManagerRest rest() {
        return rest;
    }

    public ChildProcess process() {
        return process;
    }

    public NodeManagerOptions options() {
        return options;
    }

    /** SIGKILL only to the NodeManager; with recovery its containers go on. */
    public void crash() {
        process.crash();
    }

    /** Starts it again at its old addresses; containers that outlived a {@link #crash} are found again when recovery is on. */
    public void restart() {
        if (process.isAlive()) {
            process.stop(STOP_GRACE);
        }
        process = launch();
        awaitReady();
    }

    /** Ends the NodeManager and every container of it. */
    @Override
    public void close() {
        process.stop(STOP_GRACE);
    }

    static Map<String, String> coreSite(Path directory) {
        return Map.of(
                "fs.defaultFS",
                "file:///",
                "hadoop.tmp.dir",
                directory.resolve("tmp").toAbsolutePath().toString());
    }

    private void awaitReady() {
        DaemonJvm.await("NodeManager " + nodeId() + " is registered", DaemonJvm.READY_TIMEOUT, () -> {
            process.requireAlive();
            resourceManager.process().requireAlive();
            return rest.answers() && registered();
        });
    }

    private boolean registered() {
        try {
            return resourceManager
                    .rest()
                    .node(nodeId())
                    .filter(YarnNode::running)
                    .isPresent();
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    private ChildProcess launch() {
        JavaCommand command =
                DaemonJvm.command("nodemanager", options.runtime(), configuration(), options.heapMegabytes(), MAIN);
        if (options.plugin().isPresent()) {
            command = command.classPath(List.of(options.plugin().get().jar().toString()));
        }
        command = command.classPath(options.runtime().classPath())
                .environment("JAVA_HOME", System.getProperty("java.home"));
        return DaemonJvm.withMarker(command, marker)
                .start(options.directory(), options.directory().resolve("nodemanager.log"));
    }

    private Path configuration() {
        return options.directory().resolve("conf");
    }

    private void writeConfiguration() {
        Map<String, String> yarn = new LinkedHashMap<>(resourceManager.clientProperties());
        // A NodeManager waits for its ResourceManager as long as it takes.
        yarn.put("yarn.resourcemanager.connect.max-wait.ms", "900000");
        yarn.put("yarn.resourcemanager.connect.retry-interval.ms", "500");
        yarn.put("yarn.client.failover-sleep-base-ms", "200");
        yarn.put("yarn.client.failover-sleep-max-ms", "1000");
        yarn.put("yarn.nodemanager.hostname", HOST);
        yarn.put("yarn.nodemanager.bind-host", HOST);
        yarn.put("yarn.nodemanager.address", HOST + ":" + ports.get(0));
        yarn.put("yarn.nodemanager.localizer.address", HOST + ":" + ports.get(1));
        yarn.put("yarn.nodemanager.webapp.address", HOST + ":" + ports.get(2));
        yarn.put("yarn.nodemanager.collector-service.address", HOST + ":" + ports.get(3));
        yarn.put("yarn.nodemanager.resource.memory-mb", Integer.toString(options.memoryMegabytes()));
        yarn.put("yarn.nodemanager.resource.cpu-vcores", Integer.toString(options.vcores()));
        yarn.put(
                "yarn.scheduler.minimum-allocation-mb",
                Integer.toString(resourceManager.options().minimumAllocationMegabytes()));
        yarn.put("yarn.nodemanager.vmem-check-enabled", "false");
        yarn.put("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "99.5");
        Path home = options.directory().toAbsolutePath();
        yarn.put("yarn.nodemanager.local-dirs", home.resolve("local").toString());
        yarn.put("yarn.nodemanager.log-dirs", containerLogs().toString());
        yarn.put("yarn.nodemanager.recovery.enabled", Boolean.toString(options.recovery()));
        yarn.put("yarn.nodemanager.recovery.dir", home.resolve("recovery").toString());
        // At its end it waits this long for containers, and then for more that only a long-lived cluster needs.
        yarn.put("yarn.nodemanager.process-kill-wait.ms", "2000");
        // Containers carry the marker, so that none is left behind when this process is ended.
        yarn.put(
                "yarn.nodemanager.env-whitelist",
                "JAVA_HOME,HADOOP_COMMON_HOME,HADOOP_HDFS_HOME,HADOOP_CONF_DIR,PATH,LANG,TZ," + ProcessMarker.VARIABLE);
        options.plugin().ifPresent(plugin -> yarn.putAll(plugin.yarnSite()));
        yarn.putAll(options.properties());
        new ConfigurationDirectory(configuration())
                .log4j()
                .site("core-site.xml", coreSite(options.directory()))
                .site("yarn-site.xml", yarn);
    }

    /** Where the output of containers is, below application and container id. */
    public Path containerLogs() {
        return options.directory().toAbsolutePath().resolve("container-logs");
    }
}
