package io.koordbridge.quickstart.app;

import io.koordbridge.quickstart.job.MonteCarlo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How much work the job is.
 *
 * @param samplesPerTask about half a CPU second on this machine
 */
record JobSize(int tasks, long samplesPerTask) {

    private static final long PROBE_SAMPLES = 20_000_000;
    private static final int TASKS_PER_SECOND = 2;

    /** Measures the speed of this machine for a moment, whatever else runs on it, and cuts the CPU seconds into tasks. */
    static JobSize forSeconds(long cpuSeconds) {
        // The first pass lets the compiler do its work.
        MonteCarlo.hits(0, PROBE_SAMPLES);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long begin = threads.getCurrentThreadCpuTime();
        long hits = MonteCarlo.hits(1, PROBE_SAMPLES);
        double seconds = (threads.getCurrentThreadCpuTime() - begin) / 1e9;
        if (hits == 0) {
            throw new IllegalStateException("the probe drew no point inside the circle");
        }
        long perTask = Math.max(1, (long) (PROBE_SAMPLES / seconds / TASKS_PER_SECOND));
        return new JobSize((int) Math.max(1, cpuSeconds * TASKS_PER_SECOND), perTask);
    }
}
