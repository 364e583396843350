package io.koordbridge.copilot.node;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What the plugin itself knows of containers: which were signalled to leave, and what their processes have written to disks. */
public final class ContainerMarks {
    private final Map<String, Long> leaving = new ConcurrentHashMap<>();
    private final Map<String, Long> written = new ConcurrentHashMap<>();

    /** It was signalled to leave. */
    public void leaves(String containerId, long sinceMillis) {
        leaving.putIfAbsent(containerId, sinceMillis);
    }

    /** What its processes have written. */
    public void wrote(String containerId, long bytes) {
        written.put(containerId, bytes);
    }

    /** 0 for one that was not signalled to leave. */
    public long leavingSince(String containerId) {
        return leaving.getOrDefault(containerId, 0L);
    }

    public long written(String containerId) {
        return written.getOrDefault(containerId, ContainerFacts.UNKNOWN);
    }

    /** Forgets what the NodeManager does not list any more. */
    public void retain(Set<String> known) {
        leaving.keySet().retainAll(known);
        written.keySet().retainAll(known);
    }
}
