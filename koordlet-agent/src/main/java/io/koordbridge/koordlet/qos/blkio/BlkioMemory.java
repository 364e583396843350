package io.koordbridge.koordlet.qos.blkio;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;

/**
 * What owners have.
 *
 * @param lines by owner, as they were last understood
 */
@PureCore
public record BlkioMemory(Map<String, List<Intent>> lines) {

    static final BlkioMemory NONE = new BlkioMemory(Map.of());

    public BlkioMemory {
        lines = Map.copyOf(lines);
    }

    /** What an owner had before. */
    List<Intent> of(String owner) {
        return lines.getOrDefault(owner, List.of());
    }

    /** Owners with any line; those of the node begin with a slash. */
    long owners(boolean ofNode) {
        return lines.entrySet().stream()
                .filter(one -> !one.getValue().isEmpty() && one.getKey().startsWith("/") == ofNode)
                .count();
    }
}
