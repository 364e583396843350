package io.koordbridge.koordlet.measure.cpi;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Opens counters of control groups. */
public interface CounterSource {

    /** Why this machine has no counters; empty when it has. */
    Optional<String> obstacle();

    /**
     * Counters of a group on a CPU, which count from now on.
     *
     * @param group its directory
     * @return empty when the CPU does not run
     * @throws IOException with the words of the kernel
     */
    Optional<Cpi.Counters> open(Path group, int cpu) throws IOException;
}
