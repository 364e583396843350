package io.koordbridge.koordlet.collect;

import io.koordbridge.koordlet.cgroup.UsageReader;
import io.koordbridge.koordlet.kubepods.PodInfo;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** Memory of pods on each NUMA node. */
public final class PodNumaMemory {

    private static final long PAGE_BYTES = 4096;

    private final UsageReader reader;
    private final ReadErrors errors;

    public PodNumaMemory(UsageReader reader, ReadErrors errors) {
        this.reader = reader;
        this.errors = errors;
    }

    /** Bytes by the number of the node, all pods together; a pod whose file cannot be read is left out. */
    public Map<Integer, Long> sum(Collection<PodInfo> pods) {
        Map<Integer, Long> bytes = new TreeMap<>();
        for (PodInfo pod : pods) {
            String dir = reader.tree().paths().podDir(pod.kubeQos(), pod.uid());
            try {
                reader.numaPages(reader.numaFile(dir))
                        .forEach((node, pages) -> bytes.merge(node, pages * PAGE_BYTES, Long::sum));
            } catch (IOException e) {
                errors.count("numa", e);
            }
        }
        return bytes;
    }
}
