package io.koordbridge.copilot.node;

import io.koordbridge.copilot.json.JsonException;
import io.koordbridge.copilot.json.JsonObject;
import io.koordbridge.copilot.json.JsonParser;
import io.koordbridge.copilot.json.JsonWriter;
import io.koordbridge.copilot.lease.GuardedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Containers that are ending on request, with the status they must end with. A recovered container's launcher would overwrite that status,
 * so the executor asks here; in a file they outlive the NodeManager as the containers do.
 */
public final class EvictedContainers {
    private static final int MOST_BYTES = 1 << 20;

    private final Map<String, Integer> statuses = new ConcurrentHashMap<>();
    private final @Nullable GuardedFile file;
    private volatile boolean changed;

    /** In memory only: for a NodeManager that recovers no container. */
    public EvictedContainers() {
        this.file = null;
    }

    /** Kept in a file: {@code {"container_…": -102}}. */
    public EvictedContainers(Path file) {
        this.file = new GuardedFile(file);
    }

    /**
     * Takes what was kept before a restart.
     *
     * @throws IOException when it cannot be read or understood
     */
    public void load() throws IOException {
        if (file == null) {
            return;
        }
        try {
            JsonObject kept = JsonParser.parseObject(new String(file.read(MOST_BYTES), StandardCharsets.UTF_8));
            for (String id : kept.names()) {
                // Statuses are negative, amounts in JSON are not.
                statuses.putIfAbsent(id, Math.toIntExact(-kept.amount(id, 0)));
            }
        } catch (NoSuchFileException e) {
            // Nothing was evicted.
        } catch (JsonException | ArithmeticException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    public void add(String containerId, int exitStatus) {
        statuses.put(containerId, exitStatus);
        changed = true;
    }

    public boolean contains(String containerId) {
        return statuses.containsKey(containerId);
    }

    public @Nullable Integer status(String containerId) {
        return statuses.get(containerId);
    }

    /** Forgets what the NodeManager does not list any more. */
    public void retain(Set<String> known) {
        if (statuses.keySet().retainAll(known)) {
            changed = true;
        }
    }

    /**
     * Writes them when they have changed since.
     *
     * @throws IOException when they cannot be kept; they are tried again with the next call
     */
    public synchronized void keep() throws IOException {
        if (file == null || !changed) {
            return;
        }
        changed = false;
        Map<String, @Nullable Object> content = new ConcurrentSkipListMap<>();
        statuses.forEach((id, status) -> content.put(id, -(long) status));
        try {
            file.replace(JsonWriter.write(content).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            changed = true;
            throw e;
        }
    }
}
