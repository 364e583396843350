package io.koordbridge.copilot.node;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Containers that are ending on request, with the status they must end with. A recovered container's launcher would overwrite that status,
 * so the executor asks here.
 */
public final class EvictedContainers {
    private final Map<String, Integer> statuses = new ConcurrentHashMap<>();

    public void add(String containerId, int exitStatus) {
        statuses.put(containerId, exitStatus);
    }

    public void remove(String containerId) {
        statuses.remove(containerId);
    }

    public boolean contains(String containerId) {
        return statuses.containsKey(containerId);
    }

    public @Nullable Integer status(String containerId) {
        return statuses.get(containerId);
    }

    /** Forgets what the NodeManager does not list any more. */
    public void retain(Set<String> known) {
        statuses.keySet().retainAll(known);
    }
}
