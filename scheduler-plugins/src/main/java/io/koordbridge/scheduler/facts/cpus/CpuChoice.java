package io.koordbridge.scheduler.facts.cpus;

import io.koordbridge.protocol.CpuSet;
import org.jspecify.annotations.Nullable;

/**
 * The CPUs of a pod, or why they are absent.
 *
 * @param cpus the CPUs, null when absent
 * @param problem why they are absent, empty otherwise
 */
public record CpuChoice(@Nullable CpuSet cpus, String problem) {

    static CpuChoice of(CpuSet cpus) {
        return new CpuChoice(cpus, "");
    }

    static CpuChoice failed(String problem) {
        return new CpuChoice(null, problem);
    }
}
