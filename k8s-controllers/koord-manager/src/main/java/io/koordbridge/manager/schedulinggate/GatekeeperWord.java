package io.koordbridge.manager.schedulinggate;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.protocol.Annotations;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the gatekeeper of koord-scheduler last wrote on the lease that it leads by: that it works. A kube-scheduler without it renews the same lease
 * and opens no gate. A word counts from the look that showed it first, by our own clock. Thread-safe.
 */
public final class GatekeeperWord implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GatekeeperWord.class);
    private static final Duration PERIOD = Duration.ofSeconds(10);
    private static final Duration CALLS = Duration.ofMinutes(1);
    private static final Duration FRESH = Duration.ofMinutes(1);
    private static final Duration NEVER = Duration.ofDays(365);

    private final Supplier<@Nullable Lease> read;
    private final LongSupplier nanoTime;
    private final Clock clock;
    private final RecurringProblems<String> trouble = new RecurringProblems<>();
    private volatile Seen seen;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /**
     * A word as it was seen.
     *
     * @param text empty without one
     * @param sinceNanos when it was seen first
     * @param before its age then, known only by its own time
     */
    private record Seen(String text, long sinceNanos, Duration before) {}

    /**
     * A word that was not looked for yet.
     *
     * @param read the lease, null when absent
     */
    public GatekeeperWord(Supplier<@Nullable Lease> read, LongSupplier nanoTime, Clock clock) {
        this.read = read;
        this.nanoTime = nanoTime;
        this.clock = clock;
        this.seen = new Seen("", nanoTime.getAsLong(), NEVER);
    }

    /** Begins to look for it. */
    public void start(PeriodicTasks tasks) {
        heartbeat = tasks.every("gatekeeper-word", PERIOD, CALLS, this::round);
    }

    /** One look; while the lease cannot be read the word ages. */
    void round() {
        try {
            look();
            trouble.ends("read");
        } catch (KubernetesClientException noAnswer) {
            if (trouble.begins("read", FailureFormatter.of(noAnswer))) {
                LOG.warn("The lease of koord-scheduler cannot be read: {}", FailureFormatter.of(noAnswer));
            }
        }
    }

    /** Reads the lease. */
    synchronized void look() {
        Lease lease = read.get();
        Map<String, String> marks =
                lease == null ? Map.of() : lease.getMetadata().getAnnotations();
        String text = Objects.requireNonNullElse(marks, Map.<String, String>of())
                .getOrDefault(Annotations.LEASE_GATEKEEPER_WORKS_AT, "");
        Seen before = seen;
        if (!text.equals(before.text())) {
            // One that was there at the first look may have been there for long.
            Duration age = text.isEmpty() ? NEVER : before.text().isEmpty() ? ageByItsTime(text) : Duration.ZERO;
            seen = new Seen(text, nanoTime.getAsLong(), age);
        }
    }

    private Duration ageByItsTime(String text) {
        try {
            Duration age = Duration.between(Instant.parse(text), clock.instant());
            return age.isNegative() ? Duration.ZERO : age;
        } catch (DateTimeException noTime) {
            return NEVER;
        }
    }

    /** Whether the gatekeeper works, as far as is known. */
    public boolean isFresh() {
        Seen now = seen;
        return unchangedFor().plus(now.before()).compareTo(FRESH) <= 0;
    }

    /** For how long the word is the same. */
    Duration unchangedFor() {
        return Duration.ofNanos(nanoTime.getAsLong() - seen.sinceNanos());
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
