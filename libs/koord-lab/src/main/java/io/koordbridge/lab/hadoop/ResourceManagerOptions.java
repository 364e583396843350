package io.koordbridge.lab.hadoop;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How to run a ResourceManager.
 *
 * @param directory holds configuration, log and state
 * @param recovery applications survive a restart of the process
 * @param properties added to yarn-site.xml, last word
 */
public record ResourceManagerOptions(
        HadoopRuntime runtime,
        Path directory,
        int heapMegabytes,
        int minimumAllocationMegabytes,
        boolean recovery,
        Map<String, String> properties) {

    public ResourceManagerOptions {
        properties = Map.copyOf(properties);
    }

    /** 256 MB heap, allocations in steps of 256 MB, with recovery. */
    public static ResourceManagerOptions of(HadoopRuntime runtime, Path directory) {
        return new ResourceManagerOptions(runtime, directory, 256, 256, true, Map.of());
    }

    public ResourceManagerOptions minimumAllocationMegabytes(int megabytes) {
        return new ResourceManagerOptions(runtime, directory, heapMegabytes, megabytes, recovery, properties);
    }

    public ResourceManagerOptions recovery(boolean on) {
        return new ResourceManagerOptions(
                runtime, directory, heapMegabytes, minimumAllocationMegabytes, on, properties);
    }

    public ResourceManagerOptions property(String name, String value) {
        Map<String, String> merged = new LinkedHashMap<>(properties);
        merged.put(name, value);
        return new ResourceManagerOptions(
                runtime, directory, heapMegabytes, minimumAllocationMegabytes, recovery, merged);
    }
}
