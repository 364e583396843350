package io.koordbridge.lab.hadoop;

import io.koordbridge.lab.process.FreePorts;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Two ResourceManagers that elect the active one through ZooKeeper and keep their state in it. */
public final class ResourceManagerPair implements AutoCloseable {
    private static final List<String> IDS = List.of("rm1", "rm2");
    private final ZooKeeperProcess zooKeeper;
    private final ResourceManagerProcess first;
    private final ResourceManagerProcess second;

    private ResourceManagerPair(HadoopRuntime runtime, Path directory) {
        zooKeeper = ZooKeeperProcess.start(runtime, directory.resolve("zookeeper"));
        List<Integer> ports = FreePorts.find(2 * ResourceManagerProcess.PORTS);
        Map<String, String> pair = pair(ports);
        ResourceManagerProcess one = null;
        try {
            one = start(runtime, directory, 0, ports, pair);
            one.awaitActive();
            first = one;
            second = start(runtime, directory, 1, ports, pair);
        } catch (RuntimeException e) {
            if (one != null) {
                one.close();
            }
            zooKeeper.close();
            throw e;
        }
    }

    /** Returns when the first one is active and the second one has been started. */
    public static ResourceManagerPair start(HadoopRuntime runtime, Path directory) {
        return new ResourceManagerPair(runtime, directory);
    }

    /** The one that was active first; its client configuration names both. */
    public ResourceManagerProcess first() {
        return first;
    }

    /** The one that is active now. */
    public ResourceManagerProcess active() {
        return first.rest().isActive() ? first : second;
    }

    /** Kills the active one, waits for the other one to be active, and starts the killed one again. */
    public void failOver() {
        ResourceManagerProcess before = active();
        ResourceManagerProcess after = before == first ? second : first;
        before.crash();
        DaemonJvm.await("the other ResourceManager is active", DaemonJvm.READY_TIMEOUT, after.rest()::isActive);
        before.relaunch();
    }

    @Override
    public void close() {
        first.close();
        second.close();
        zooKeeper.close();
    }

    private static ResourceManagerProcess start(
            HadoopRuntime runtime, Path directory, int index, List<Integer> ports, Map<String, String> pair) {
        String id = IDS.get(index);
        ResourceManagerOptions options = ResourceManagerOptions.of(runtime, directory.resolve(id))
                .property("yarn.resourcemanager.ha.id", id)
                .property(
                        "yarn.resourcemanager.store.class",
                        "org.apache.hadoop.yarn.server.resourcemanager.recovery.ZKRMStateStore")
                .property("yarn.resourcemanager.zk-timeout-ms", "4000");
        return ResourceManagerProcess.launched(options, own(ports, index), pair);
    }

    private static List<Integer> own(List<Integer> ports, int index) {
        int from = index * ResourceManagerProcess.PORTS;
        return ports.subList(from, from + ResourceManagerProcess.PORTS);
    }

    private Map<String, String> pair(List<Integer> ports) {
        Map<String, String> pair = new LinkedHashMap<>();
        pair.put("yarn.resourcemanager.ha.enabled", "true");
        pair.put("yarn.resourcemanager.ha.rm-ids", String.join(",", IDS));
        pair.put("yarn.resourcemanager.cluster-id", "lab");
        pair.put("hadoop.zk.address", zooKeeper.address());
        pair.put("yarn.resourcemanager.zk-address", zooKeeper.address());
        pair.put("yarn.client.failover-sleep-base-ms", "200");
        pair.put("yarn.client.failover-sleep-max-ms", "1000");
        for (int index = 0; index < IDS.size(); index++) {
            String suffix = "." + IDS.get(index);
            ResourceManagerProcess.addresses(own(ports, index)).forEach((key, value) -> pair.put(key + suffix, value));
        }
        return pair;
    }
}
