package io.koordbridge.lab.hadoop;

import io.koordbridge.lab.process.ChildProcess;
import io.koordbridge.lab.process.FreePorts;
import io.koordbridge.lab.process.JavaCommand;
import io.koordbridge.lab.process.ProcessMarker;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A stock ResourceManager with CapacityScheduler and DominantResourceCalculator in a JVM of its own. */
public final class ResourceManagerProcess implements AutoCloseable {
    private static final String MAIN = "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager";
    private static final String HOST = "127.0.0.1";
    /** How many it listens on. */
    static final int PORTS = 5;

    private final ResourceManagerOptions options;
    private final Map<String, String> addresses;
    private final Path clientConfiguration;
    private final ResourceManagerRest rest;
    private final ProcessMarker marker = ProcessMarker.unique();
    private ChildProcess process;

    private ResourceManagerProcess(ResourceManagerOptions options, List<Integer> ports, Map<String, String> pair) {
        this.options = options;
        this.addresses = new LinkedHashMap<>(addresses(ports));
        this.addresses.putAll(pair);
        this.rest = new ResourceManagerRest(URI.create("http://" + HOST + ":" + ports.get(4)));
        this.clientConfiguration = writeClientConfiguration();
        writeDaemonConfiguration();
        this.process = launch();
    }

    /** Returns when the ResourceManager is active. */
    public static ResourceManagerProcess start(ResourceManagerOptions options) {
        ResourceManagerProcess started = launch(options);
        started.awaitActive();
        return started;
    }

    /** Returns at once; a NodeManager that is started now waits for it, so that both start in the time of one. */
    public static ResourceManagerProcess launch(ResourceManagerOptions options) {
        return new ResourceManagerProcess(options, FreePorts.find(PORTS), Map.of());
    }

    /**
     * One of a pair; it may stay on standby.
     *
     * @param pair what both of them and their clients have in their configuration
     */
    static ResourceManagerProcess launched(
            ResourceManagerOptions options, List<Integer> ports, Map<String, String> pair) {
        return new ResourceManagerProcess(options, ports, pair);
    }

    /** Starts it again after {@link #crash} without waiting. */
    void relaunch() {
        process.stop(DaemonJvm.STOP_GRACE);
        process = launch();
    }

    /** Base of its web address. */
    public URI webUri() {
        return rest.base();
    }

    /** Directory with core-site.xml and yarn-site.xml of a client: usable as HADOOP_CONF_DIR. */
    public Path clientConfiguration() {
        return clientConfiguration;
    }

    /** The keys in {@link #clientConfiguration}, for a client in this JVM. */
    public Map<String, String> clientProperties() {
        Map<String, String> properties = new LinkedHashMap<>(addresses);
        properties.put("fs.defaultFS", "file:///");
        properties.put("yarn.timeline-service.enabled", "false");
        // The defaults wait for a quarter of an hour; see the Java stack document, pitfall 12.
        properties.put("yarn.resourcemanager.connect.max-wait.ms", "10000");
        properties.put("yarn.resourcemanager.connect.retry-interval.ms", "500");
        properties.put("ipc.client.connect.max.retries", "2");
        properties.put("ipc.client.connect.timeout", "3000");
        properties.put("ipc.client.rpc-timeout.ms", "5000");
        return properties;
    }

    public ResourceManagerRest rest() {
        return rest;
    }

    public ChildProcess process() {
        return process;
    }

    public ResourceManagerOptions options() {
        return options;
    }

    /** SIGKILL. */
    public void crash() {
        process.crash();
    }

    /** Starts it again at its old addresses after {@link #crash} or {@link #close}. */
    public void restart() {
        relaunch();
        awaitActive();
    }

    @Override
    public void close() {
        process.stop(DaemonJvm.STOP_GRACE);
    }

    void awaitActive() {
        DaemonJvm.await("ResourceManager is active", DaemonJvm.READY_TIMEOUT, () -> {
            process.requireAlive();
            return rest.isActive();
        });
    }

    private ChildProcess launch() {
        JavaCommand command = DaemonJvm.command(
                        "resourcemanager", options.runtime(), configuration(), options.heapMegabytes(), MAIN)
                .classPath(options.runtime().classPath());
        return DaemonJvm.withMarker(command, marker)
                .start(options.directory(), options.directory().resolve("resourcemanager.log"));
    }

    private Path configuration() {
        return options.directory().resolve("conf");
    }

    static Map<String, String> addresses(List<Integer> ports) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("yarn.resourcemanager.hostname", HOST);
        properties.put("yarn.resourcemanager.address", HOST + ":" + ports.get(0));
        properties.put("yarn.resourcemanager.scheduler.address", HOST + ":" + ports.get(1));
        properties.put("yarn.resourcemanager.resource-tracker.address", HOST + ":" + ports.get(2));
        properties.put("yarn.resourcemanager.admin.address", HOST + ":" + ports.get(3));
        properties.put("yarn.resourcemanager.webapp.address", HOST + ":" + ports.get(4));
        return properties;
    }

    private Path writeClientConfiguration() {
        return new ConfigurationDirectory(options.directory().resolve("client-conf"))
                .site("core-site.xml", Map.of("fs.defaultFS", "file:///"))
                .site("yarn-site.xml", clientProperties())
                .path();
    }

    private void writeDaemonConfiguration() {
        Map<String, String> yarn = new LinkedHashMap<>(addresses);
        yarn.put("yarn.resourcemanager.bind-host", HOST);
        yarn.put(
                "yarn.resourcemanager.scheduler.class",
                "org.apache.hadoop.yarn.server.resourcemanager.scheduler.capacity.CapacityScheduler");
        yarn.put("yarn.scheduler.minimum-allocation-mb", Integer.toString(options.minimumAllocationMegabytes()));
        yarn.put("yarn.resourcemanager.recovery.enabled", Boolean.toString(options.recovery()));
        yarn.put(
                "yarn.resourcemanager.store.class",
                "org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore");
        yarn.put(
                "yarn.resourcemanager.fs.state-store.uri",
                options.directory().resolve("state").toAbsolutePath().toUri().toString());
        // The default is one directory of the machine, which ResourceManagers that start together would share.
        yarn.put(
                "yarn.node-attribute.fs-store.root-dir",
                options.directory()
                        .resolve("node-attributes")
                        .toAbsolutePath()
                        .toUri()
                        .toString());
        yarn.putAll(options.properties());
        new ConfigurationDirectory(configuration())
                .log4j()
                .site("core-site.xml", NodeManagerProcess.coreSite(options.directory()))
                .site("yarn-site.xml", yarn)
                .site("capacity-scheduler.xml", capacityScheduler());
    }

    private static Map<String, String> capacityScheduler() {
        return Map.of(
                "yarn.scheduler.capacity.root.queues", "default",
                "yarn.scheduler.capacity.root.default.capacity", "100",
                "yarn.scheduler.capacity.root.default.maximum-am-resource-percent", "0.8",
                "yarn.scheduler.capacity.maximum-am-resource-percent", "0.8",
                // The default calculator looks at memory only, then vcores limit nothing.
                "yarn.scheduler.capacity.resource-calculator",
                        "org.apache.hadoop.yarn.util.resource.DominantResourceCalculator");
    }
}
