package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that the kernel does not let be written now. The same value is tried less and less often: to limit memory costs the kernel work.
 * What keeps best-effort work off the processors is tried in each round all the same, so that it holds as soon as nothing is in its way.
 */
final class FailingWrites {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(900);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final Set<Knob<?>> OFTEN = Set.of(Knob.CPU_CFS_QUOTA, Knob.CPUSET_CPUS);

    private static final Logger LOG = LoggerFactory.getLogger(FailingWrites.class);

    private final CgroupTree tree;
    private final CgroupWriteListener listener;
    private final Map<Path, Failure> failures = new ConcurrentHashMap<>();

    FailingWrites(CgroupTree tree, CgroupWriteListener listener) {
        this.tree = tree;
        this.listener = listener;
    }

    private record Failure(String text, String problem, Instant at, Duration pause) {
        boolean holdsBack(String other, Instant now) {
            return text.equals(other) && now.isBefore(at.plus(pause));
        }
    }

    /** The value was refused a short while ago. */
    static final class NotDueException extends IOException {
        private static final long serialVersionUID = 1L;

        NotDueException(String problem) {
            super(problem);
        }
    }

    /**
     * Lets pass what may be tried now; another value always may.
     *
     * @throws NotDueException when the same value was refused a short while ago
     */
    void requireDue(Path file, CgroupUpdate update, Instant now) throws NotDueException {
        Failure last = failures.get(file);
        if (last != null && last.holdsBack(update.value(), now)) {
            throw new NotDueException(last.problem());
        }
    }

    /** Remembers why a value is not in its file; what is news is logged, and counted and said where the kernel refused nothing. */
    UpdateResult report(CgroupUpdate update, Exception cause, Instant now) {
        Path file = fileOf(update);
        String words = cause instanceof IOException unwritten
                ? FileErrorFormatter.of(unwritten)
                : String.valueOf(cause.getMessage());
        if (!(cause instanceof NotDueException) && isNews(file, update, words, now)) {
            LOG.warn(
                    "cannot be written, tried on file={} value={} reason={} problem={}",
                    file,
                    update.value(),
                    update.reason(),
                    words);
            boolean wider = words.startsWith(EffectiveCpus.WIDER);
            if (wider) {
                listener.written(file, null, update.value(), update.reason(), words);
            }
            if (wider || words.startsWith(MemoryGuard.LIFTED)) {
                listener.noticed(file + ": " + words);
            }
        }
        return UpdateResult.failed(words);
    }

    private Path fileOf(CgroupUpdate update) {
        try {
            return tree.file(update.knob(), update.dir()).orElse(tree.root());
        } catch (IllegalArgumentException e) {
            return tree.root();
        }
    }

    /** Whether it is the first failure of the file, or another problem than before. */
    private boolean isNews(Path file, CgroupUpdate update, String problem, Instant now) {
        Failure last = failures.get(file);
        failures.put(file, new Failure(update.value(), problem, now, pause(last, update)));
        return last == null || !last.problem().equals(problem);
    }

    private static Duration pause(@Nullable Failure last, CgroupUpdate update) {
        if (last == null || !last.text().equals(update.value()) || OFTEN.contains(update.knob())) {
            return FIRST_PAUSE;
        }
        Duration doubled = last.pause().multipliedBy(2);
        return doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    }

    /** Whether the file, which was written just now, failed before. */
    boolean ended(Path file) {
        return failures.remove(file) != null;
    }

    /** Drops files without a write since. */
    void forget(Instant before) {
        failures.values().removeIf(failure -> failure.at().isBefore(before));
    }
}
