package io.koordbridge.koordlet.qos.rdt;

import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.protocol.PureCore;
import java.util.Map;

/**
 * What groups have.
 *
 * @param lines shares by group and resource, as they were last understood
 * @param groups how many there are
 * @param threads how many are kept in them
 * @param blocked whether the machine offers nothing, so that threads are not read
 */
@PureCore
public record RdtMemory(Map<Intent.Target, Intent> lines, int groups, int threads, boolean blocked) {

    static final RdtMemory NONE = new RdtMemory(Map.of(), 0, 0, false);

    public RdtMemory {
        lines = Map.copyOf(lines);
    }

    RdtMemory blocked(boolean now) {
        return blocked == now ? this : new RdtMemory(lines, groups, threads, now);
    }
}
