package io.koordbridge.scheduler.cpuselection;

import io.koordbridge.protocol.CpuSet;
import org.jspecify.annotations.Nullable;

/**
 * The CPUs of a pod, or why there are none.
 *
 * @param cpus the CPUs, null when there are none
 * @param problem why there are none, empty when there are
 */
public record CpuChoice(@Nullable CpuSet cpus, String problem) {

    static CpuChoice of(CpuSet cpus) {
        return new CpuChoice(cpus, "");
    }

    static CpuChoice failed(String problem) {
        return new CpuChoice(null, problem);
    }
}
