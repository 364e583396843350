package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lowers a memory limit of version 2 without killing: the kernel ends processes of a group that uses more than its new {@code memory.max}.
 * So {@code memory.high} goes down first, for which the kernel frees memory and holds the group back, and the limit follows once the group
 * fits. A group that does not fit is held back for a short time only: then it is left as it was, and tried again much later. A
 * {@code memory.high} of another writer, such as the kubelet, is not changed.
 */
final class MemoryGuard {

    /** Begin of the words for a group that did not fit. */
    static final String LIFTED = "memory.high is lifted";

    private static final Logger LOG = LoggerFactory.getLogger(MemoryGuard.class);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration TRIED_AGAIN = Duration.ofMinutes(10);
    private static final String NONE = "max";

    private final CgroupTree tree;
    private final Writer writer;
    private final Reclaim reclaim;
    private final Map<String, Lowered> lowered = new ConcurrentHashMap<>();
    private final Map<String, Lowered> given = new ConcurrentHashMap<>();

    /**
     * A {@code memory.high}, or that of a group that was given up.
     *
     * @param limit that the group shall fit into, as text
     * @param owner strategy that wants the limit
     */
    private record Lowered(String limit, String owner, Instant since) {
        boolean lasts(Duration time, Instant now) {
            return now.isBefore(since.plus(time));
        }
    }

    /** Writes one file and reports it. */
    interface Writer {
        void write(Path file, String before, String text, String owner) throws IOException;
    }

    MemoryGuard(CgroupTree tree, Writer writer) {
        this.tree = tree;
        this.writer = writer;
        this.reclaim = new Reclaim(tree, writer);
    }

    private static boolean concerns(CgroupTree tree, Knob<?> knob) {
        return tree.version() == CgroupVersion.V2 && knob == Knob.MEMORY_LIMIT;
    }

    /**
     * Makes room for a smaller limit.
     *
     * @throws IOException when the group still uses more: the limit has to wait
     */
    void before(CgroupUpdate update, String text, Instant now) throws IOException {
        if (update.knob() == Knob.MEMORY_HIGH) {
            reclaim.before(update.dir(), text, update.reason());
        }
        if (!concerns(tree, update.knob()) || text.equals(NONE)) {
            return;
        }
        String group = update.dir();
        long limit = Long.parseLong(text);
        if (usage(group) <= limit) {
            return;
        }
        holdBack(new Lowered(text, update.reason(), now), group, now);
        long usage = usage(group);
        if (usage > limit) {
            throw new IOException(
                    "uses " + usage + " bytes, more than " + limit + "; memory.high holds it back until it fits");
        }
    }

    private void holdBack(Lowered wanted, String group, Instant now) throws IOException {
        Lowered held = lowered.get(group);
        if (held != null && held.limit().equals(wanted.limit()) && !held.lasts(LONGEST, now)) {
            giveUp(group, held, now);
        }
        Lowered last = given.get(group);
        if (last != null && last.limit().equals(wanted.limit()) && last.lasts(TRIED_AGAIN, now)) {
            throw new IOException(LIFTED + ": the group does not fit into " + wanted.limit() + " bytes after "
                    + LONGEST.toSeconds() + " s, its limit has to wait");
        }
        Optional<Path> high = high(group);
        if (high.isPresent()) {
            lower(high.get(), group, wanted, held);
        }
    }

    private Optional<Path> high(String group) {
        return tree.file(Knob.MEMORY_HIGH, group).filter(tree.files()::exists);
    }

    private void lower(Path high, String group, Lowered wanted, @Nullable Lowered held) throws IOException {
        String now = tree.files().read(high).strip();
        boolean ours = held != null && isSame(now, held.limit());
        if (!ours && !now.equals(NONE)) {
            LOG.debug("left to its owner file={} value={}", high, now);
        } else if (!ours || !isSame(now, wanted.limit())) {
            writer.write(high, now, wanted.limit(), wanted.owner());
            lowered.put(group, wanted);
        }
    }

    /** The kernel keeps whole pages. */
    private static boolean isSame(String content, String limit) {
        return LeveledMerge.holds(Knob.MEMORY_LIMIT, content, limit);
    }

    private long usage(String group) throws IOException {
        Path file = tree.file(Knob.MEMORY_USAGE, group).orElseThrow(() -> new IOException("no memory.current"));
        return tree.files().exists(file) ? CgroupFormat.bytes(tree.files().read(file)) : 0;
    }

    /** The limit holds, or there is none any more: {@code memory.high} goes back to what it was. */
    void after(Knob<?> knob, String group) throws IOException {
        if (concerns(tree, knob)) {
            given.remove(group);
            lift(group);
        }
    }

    private void lift(String group) throws IOException {
        Lowered held = lowered.remove(group);
        Optional<Path> high = held == null ? Optional.empty() : high(group);
        if (held != null && high.isPresent()) {
            String now = tree.files().read(high.get()).strip();
            if (isSame(now, held.limit())) {
                writer.write(high.get(), now, NONE, held.owner());
            }
        }
    }

    private void giveUp(String group, Lowered held, Instant now) throws IOException {
        given.put(group, new Lowered(held.limit(), held.owner(), now));
        lift(group);
    }

    /** Whether a file has a value of this class, which no other one may replace. */
    boolean hasLowered(Intent.Target target) {
        return target.knob() == Knob.MEMORY_HIGH && lowered.containsKey(target.group());
    }

    /** Whether any group is held back. */
    boolean holdsBack() {
        return !lowered.isEmpty();
    }

    /** Lifts what has been lowered for too long, whether the limit is still wanted or not. */
    void endOverdue(Instant now) {
        given.values().removeIf(one -> !one.lasts(TRIED_AGAIN, now));
        lowered.forEach((group, held) -> {
            if (!held.lasts(LONGEST, now)) {
                try {
                    giveUp(group, held, now);
                } catch (IOException e) {
                    LOG.warn("cannot be lifted memory.high of={} cause={}", group, e.getMessage());
                }
            }
        });
    }

    /** Another writer gave the file back. */
    void forget(Intent.Target target) {
        if (target.knob() == Knob.MEMORY_HIGH) {
            lowered.remove(target.group());
        }
    }
}
