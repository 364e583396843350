package io.koordbridge.descheduler.act.job;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.decide.migration.JobFacts;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.ReservationRef;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What this process remembers of jobs under way: the version that it wrote, tries in a row that failed, the reservation that it made. */
final class JobTraces {

    private static final Duration FIRST = Duration.ofMillis(500);
    private static final Duration LAST = Duration.ofSeconds(10);
    private static final int DOUBLINGS = 5;

    private final Map<String, Trace> traces = new ConcurrentHashMap<>();

    private record Trace(
            long version, int failures, @Nullable ReservationRef reservation) {
        static final Trace NONE = new Trace(-1, 0, null);
    }

    private Trace trace(String job) {
        return traces.getOrDefault(job, Trace.NONE);
    }

    /** Whether a cached copy is older than what this process wrote. */
    boolean isStale(PodMigrationJob cached) {
        return version(cached, Long.MAX_VALUE)
                < trace(cached.getMetadata().getName()).version();
    }

    void wrote(PodMigrationJob written) {
        String name = written.getMetadata().getName();
        Trace before = trace(name);
        traces.put(name, new Trace(version(written, -1), before.failures(), before.reservation()));
    }

    void made(String job, ReservationRef reservation) {
        Trace before = trace(job);
        traces.put(job, new Trace(before.version(), before.failures(), reservation));
    }

    /** The reservation that this process made for the job, null for none. */
    @Nullable
    ReservationRef reservation(String job) {
        return trace(job).reservation();
    }

    /** How long to wait after one more failure in a row. */
    Duration failed(JobFacts job) {
        Trace before = trace(job.name());
        traces.put(job.name(), new Trace(before.version(), before.failures() + 1, before.reservation()));
        Duration wait = FIRST.multipliedBy(1L << Math.min(before.failures(), DOUBLINGS));
        return wait.compareTo(LAST) < 0 ? wait : LAST;
    }

    void succeeded(String job) {
        Trace before = trace(job);
        if (before.failures() > 0) {
            traces.put(job, new Trace(before.version(), 0, before.reservation()));
        }
    }

    void forget(String job) {
        traces.remove(job);
    }

    /** Versions of the API server are numbers that grow; of anything else the order is not known. */
    private static long version(PodMigrationJob job, long unknown) {
        String text = job.getMetadata().getResourceVersion();
        try {
            return text == null ? unknown : Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            return unknown;
        }
    }
}
