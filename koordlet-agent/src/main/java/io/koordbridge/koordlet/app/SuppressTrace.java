package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.cgroup.CgroupWriteListener;
import io.koordbridge.koordlet.cgroup.Intent;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Passes writes on to the audit log and measures the way of a load: from the sample that showed it to the write that answers. */
public final class SuppressTrace implements CgroupWriteListener {

    /** Part of {@code /state} that shows the last change. */
    static final String PART = "suppress";

    private static final String REASON = "cpu-suppress";

    private final CgroupWriteListener next;
    private final Clock clock;
    private @Nullable Instant previousLook;
    private @Nullable Instant sampleAt;
    private @Nullable Change last;

    public SuppressTrace(CgroupWriteListener next, Clock clock) {
        this.next = next;
        this.clock = clock;
    }

    /**
     * The last change of suppression.
     *
     * @param sampleAt when the usage was measured
     * @param sampleToWriteMillis from that moment to the write
     * @param loadToWriteMillis from the look before that moment, so the longest time a load may have waited
     */
    record Change(
            Instant at,
            String path,
            @Nullable String before,
            String after,
            Instant sampleAt,
            long sampleToWriteMillis,
            long loadToWriteMillis) {}

    /** A round begins. */
    synchronized void sampled(Instant look, Instant now) {
        previousLook = look;
        sampleAt = now;
    }

    synchronized Optional<Change> last() {
        return Optional.ofNullable(last);
    }

    @Override
    public void writing(Path file, String before, String after, String reason) {
        next.writing(file, before, after, reason);
    }

    @Override
    public synchronized void written(
            Path file, @Nullable String before, String after, String reason, @Nullable String error) {
        if (reason.equals(REASON) && error == null && sampleAt != null && previousLook != null) {
            Instant now = clock.instant();
            last = new Change(
                    now,
                    file.toString(),
                    before,
                    after,
                    sampleAt,
                    Duration.between(sampleAt, now).toMillis(),
                    Duration.between(previousLook, now).toMillis());
        }
        next.written(file, before, after, reason, error);
    }

    @Override
    public void noticed(String problem) {
        next.noticed(problem);
    }

    @Override
    public void left(Intent.Target target) {
        next.left(target);
    }

    @Override
    public Optional<String> before(Intent.Target target) {
        return next.before(target);
    }
}
