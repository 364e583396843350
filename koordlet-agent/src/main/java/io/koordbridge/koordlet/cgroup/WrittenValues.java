package io.koordbridge.koordlet.cgroup;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What this process wrote to control groups a short while ago. */
final class WrittenValues {

    private static final long TRUSTED_MILLIS = 60_000;
    private static final long SPREAD_MILLIS = 30_000;

    private final Map<Intent.Target, Written> values = new ConcurrentHashMap<>();

    /**
     * A value in a file.
     *
     * @param value in version 1 terms; empty for what was only read
     * @param text as the file takes it
     * @param sinceMillis when it was written, or found there
     * @param seenMillis when the file was compared last
     */
    record Written(Path file, String value, String text, long sinceMillis, long seenMillis) {

        Written(Path file, String value, String text, Instant now) {
            this(file, value, text, now.toEpochMilli(), now.toEpochMilli());
        }

        /** Whether it is time to look whether another writer changed the file. */
        boolean isToBeRechecked(Instant now) {
            return Rechecks.isDue(file, seenMillis, now.toEpochMilli());
        }

        Written since(long millis) {
            return new Written(file, value, text, millis, seenMillis);
        }

        Written seen(Instant now) {
            return new Written(file, value, text, sinceMillis, now.toEpochMilli());
        }
    }

    @Nullable
    Written get(Intent.Target target) {
        return values.get(target);
    }

    /** A value that was found again counts as older than it is, each by its own amount: so that they do not all end in the same round. */
    void put(Intent.Target target, Written written) {
        values.merge(
                target,
                written,
                (before, now) -> before.text().equals(now.text()) && isNewer(now, before)
                        ? now.since(now.sinceMillis() - Rechecks.share(now.file(), SPREAD_MILLIS))
                        : now);
    }

    private static boolean isNewer(Written one, Written other) {
        return one.sinceMillis() > other.sinceMillis();
    }

    void remove(Intent.Target target) {
        values.remove(target);
    }

    /** Whether a value was written a short while ago: without a look at the file, its path or its notation. */
    boolean isTrusted(CgroupUpdate update, Instant now) {
        Written known = values.get(update.target());
        return known != null
                && known.value().equals(update.value())
                && known.sinceMillis() + TRUSTED_MILLIS >= now.toEpochMilli();
    }

    /** Whether an intent needs neither a write nor a look. */
    boolean holds(Intent intent, Instant now) {
        Written known = values.get(intent.target());
        if (known == null || !isTrusted(intent.update(), now)) {
            return false;
        }
        return switch (intent.check()) {
            case REMEMBERED -> true;
            case RECHECKED, YIELDING -> !known.isToBeRechecked(now);
            case TEXT, CEILING, GIVEN_BACK -> false;
        };
    }

    /** Forgets what was written before a time. */
    void forget(Instant oldest) {
        long millis = oldest.toEpochMilli();
        values.values().removeIf(entry -> entry.sinceMillis() < millis);
    }
}
