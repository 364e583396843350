package io.koordbridge.lab.hadoop;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How to run a NodeManager.
 *
 * @param directory holds configuration, log, local files and recovery state
 * @param memoryMegabytes what it registers with, unless a lease file says otherwise
 * @param recovery its containers survive a crash of the process
 * @param properties added to yarn-site.xml, last word
 */
public record NodeManagerOptions(
        HadoopRuntime runtime,
        Path directory,
        int heapMegabytes,
        int memoryMegabytes,
        int vcores,
        boolean recovery,
        Optional<PluginOptions> plugin,
        Map<String, String> properties) {

    public NodeManagerOptions {
        properties = Map.copyOf(properties);
    }

    /** 256 MB heap, 4096 MB and 4 vcores to give, no plugin, no recovery. */
    public static NodeManagerOptions of(HadoopRuntime runtime, Path directory) {
        return new NodeManagerOptions(runtime, directory, 256, 4096, 4, false, Optional.empty(), Map.of());
    }

    public NodeManagerOptions capacity(int memory, int cores) {
        return new NodeManagerOptions(runtime, directory, heapMegabytes, memory, cores, recovery, plugin, properties);
    }

    public NodeManagerOptions recovery(boolean on) {
        return new NodeManagerOptions(
                runtime, directory, heapMegabytes, memoryMegabytes, vcores, on, plugin, properties);
    }

    public NodeManagerOptions plugin(PluginOptions options) {
        return new NodeManagerOptions(
                runtime, directory, heapMegabytes, memoryMegabytes, vcores, recovery, Optional.of(options), properties);
    }

    public NodeManagerOptions property(String name, String value) {
        Map<String, String> merged = new LinkedHashMap<>(properties);
        merged.put(name, value);
        return new NodeManagerOptions(
                runtime, directory, heapMegabytes, memoryMegabytes, vcores, recovery, plugin, merged);
    }
}
