package io.koordbridge.descheduler.watch;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Judges by how far the caches are whether what is known may be acted on. */
@PureCore
final class Readiness {

    /** A watch that begins again is not worth a word. */
    private static final Duration UNNOTICED = Duration.ofSeconds(10);

    private Readiness() {}

    /** Whether every kind was read once. */
    static boolean filled(List<CacheLag> caches) {
        return caches.stream().allMatch(CacheLag::filled);
    }

    /** Whether every kind was read and is followed now. */
    static boolean live(List<CacheLag> caches) {
        return filled(caches)
                && caches.stream().allMatch(cache -> cache.behind().isZero());
    }

    /** Which kinds were not read yet, or are not followed now, in one sentence; empty without any. */
    static Optional<String> lacking(List<CacheLag> caches) {
        return notFilled(caches).or(() -> behind(caches, UNNOTICED));
    }

    /**
     * Why nothing may be evicted now; empty when it may.
     *
     * @param ageLimit how old what is known may be
     */
    static Optional<String> whyNotToAct(List<CacheLag> caches, Duration ageLimit) {
        return notFilled(caches).or(() -> behind(caches, ageLimit));
    }

    private static Optional<String> notFilled(List<CacheLag> caches) {
        String kinds = caches.stream()
                .filter(cache -> !cache.filled())
                .map(CacheLag::kind)
                .collect(Collectors.joining(", "));
        return kinds.isEmpty()
                ? Optional.empty()
                : Optional.of(kinds + " not read yet: nothing is evicted before; the log says what is lacking");
    }

    private static Optional<String> behind(List<CacheLag> caches, Duration limit) {
        String kinds = caches.stream()
                .filter(cache -> cache.behind().compareTo(limit) > 0)
                .map(cache -> cache.kind() + " for " + cache.behind().toSeconds() + " s")
                .collect(Collectors.joining(", "));
        return kinds.isEmpty()
                ? Optional.empty()
                : Optional.of("not followed: " + kinds + "; allowed are " + limit.toSeconds()
                        + " s: nothing is evicted until they are followed again");
    }
}
