package io.koordbridge.descheduler.decide.limit;

import io.koordbridge.descheduler.decide.limit.TokenBucket.Rate;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of one kind of object, made at the first eviction and forgotten a while after the last. Bounded: past the most
 * objects the one whose eviction is the longest ago is forgotten first. Guarded by its user.
 */
final class Buckets {

    private static final int MOST_OBJECTS = 50_000;

    private final ObjectLimit limit;
    /** By last eviction, the oldest first. */
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private record Entry(TokenBucket bucket, Rate rate, Instant evictedAt) {}

    Buckets(ObjectLimit limit) {
        this.limit = limit;
    }

    /** The state of an object that has no token, empty while it may be evicted. */
    Optional<TokenState> exceeded(String object, Instant now) {
        Entry entry = current(object, now);
        if (entry == null) {
            return Optional.empty();
        }
        TokenBucket bucket = entry.bucket().at(now, entry.rate());
        return bucket.hasToken()
                ? Optional.empty()
                : Optional.of(new TokenState(limit.duration(), entry.rate(), bucket.untilToken(entry.rate())));
    }

    /** Takes a token of an object. */
    void take(String object, int replicas, Instant now) {
        forgetOld(now);
        Rate rate = limit.rate(replicas).orElse(null);
        if (rate == null) {
            return;
        }
        Entry before = current(object, now);
        entries.remove(object);
        entries.put(object, new Entry(taken(before, rate, now), rate, now));
        if (entries.size() > MOST_OBJECTS) {
            entries.remove(entries.keySet().iterator().next());
        }
    }

    /** What came at the old rate stays; the new rate holds from now on. */
    private static TokenBucket taken(@Nullable Entry before, Rate rate, Instant now) {
        if (before == null) {
            return TokenBucket.full(rate.burst(), now).take(rate);
        }
        TokenBucket filled = before.bucket().at(now, before.rate());
        TokenBucket taken = filled.take(rate);
        boolean untouched = taken.equals(filled) && rate.equals(before.rate());
        return untouched ? before.bucket() : taken;
    }

    /** The entry of an object; counted from now on when the clock went back behind its eviction. */
    private @Nullable Entry current(String object, Instant now) {
        Entry entry = entries.get(object);
        if (entry == null || isOver(entry, now)) {
            return null;
        }
        if (!now.isBefore(entry.evictedAt())) {
            return entry;
        }
        Entry moved = new Entry(entry.bucket().at(now, entry.rate()), entry.rate(), now);
        entries.put(object, moved);
        return moved;
    }

    private boolean isOver(Entry entry, Instant now) {
        return Duration.between(entry.evictedAt(), now).compareTo(limit.kept()) > 0;
    }

    private void forgetOld(Instant now) {
        Iterator<Entry> oldest = entries.values().iterator();
        while (oldest.hasNext() && isOver(oldest.next(), now)) {
            oldest.remove();
        }
    }

    int size() {
        return entries.size();
    }

    /**
     * A bucket without a token.
     *
     * @param duration of the limit
     * @param untilToken until the next token
     */
    record TokenState(Duration duration, Rate rate, Duration untilToken) {

        String words() {
            double most = rate.perSecond() * duration.toMillis() / 1_000;
            return Math.round(most) + " evictions in " + duration.toSeconds() + " s, " + rate.burst()
                    + " at once; the next one in " + (untilToken.toMillis() + 999) / 1_000 + " s";
        }
    }
}
