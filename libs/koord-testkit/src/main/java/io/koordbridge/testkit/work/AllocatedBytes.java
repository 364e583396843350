package io.koordbridge.testkit.work;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How many bytes some work allocates on this thread: a measure of work that does not depend on the machine or its load. */
public final class AllocatedBytes {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private AllocatedBytes() {}

    /** Bytes that one run of some work allocates. */
    public static long of(Runnable work) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** Bytes per run, after as many runs that load classes and fill caches. */
    public static long perRun(int runs, Runnable work) {
        Runnable all = () -> {
            for (int i = 0; i < runs; i++) {
                work.run();
            }
        };
        all.run();
        return of(all) / runs;
    }
}
