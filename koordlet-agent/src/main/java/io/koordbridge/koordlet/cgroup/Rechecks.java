package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every ten seconds whether other writers changed what this process wrote. Each file has its own moment in these ten seconds, so
 * that no round looks at all of them, and its own descriptor, which stays open. Only one thread looks at a time: what another one finds
 * due then is due at its next round.
 */
final class Rechecks {

    private static final Logger LOG = LoggerFactory.getLogger(Rechecks.class);
    private static final long PERIOD_MILLIS = 10_000;
    private static final int LARGEST = 4096;

    private final CgroupTree tree;
    private final WrittenValues known;
    private final ReentrantLock looking = new ReentrantLock();
    private final byte[] bytes = new byte[LARGEST];
    private @Nullable ByteSource source;
    private long periodSince;

    Rechecks(CgroupTree tree, WrittenValues known) {
        this.tree = tree;
        this.known = known;
    }

    /** Whether the moment of a file came since it was seen last; at the latest after the whole period. */
    static boolean isDue(Path file, long seenMillis, long nowMillis) {
        long moment = share(file, PERIOD_MILLIS);
        return Math.floorDiv(nowMillis - moment, PERIOD_MILLIS) > Math.floorDiv(seenMillis - moment, PERIOD_MILLIS);
    }

    /** A time below another one, the same for a file at all times. */
    static long share(Path file, long millis) {
        return Math.floorMod((file.hashCode() * 0x9E3779B97F4A7C15L) >>> 32, millis);
    }

    /** Forgets what was written when another writer has changed the file since; the next update then writes it. */
    void look(CgroupUpdate update, Instant now) {
        WrittenValues.Written written = known.get(update.target());
        if (written == null || !written.isToBeRechecked(now) || !looking.tryLock()) {
            return;
        }
        try {
            if (holds(update.knob(), written, now.toEpochMilli())) {
                known.put(update.target(), written.seen(now));
            } else {
                known.remove(update.target());
            }
        } catch (IOException e) {
            LOG.debug("not looked at knob={} dir={} cause={}", update.knob(), update.dir(), e.getMessage());
        } finally {
            looking.unlock();
        }
    }

    private boolean holds(Knob<?> knob, WrittenValues.Written written, long nowMillis) throws IOException {
        ByteSource files = source(nowMillis);
        int length = files.read(written.file(), bytes);
        while (length > 0 && bytes[length - 1] <= ' ') {
            length--;
        }
        return isText(written.text(), length)
                || LeveledMerge.holds(
                        knob, new String(bytes, 0, length, StandardCharsets.UTF_8).strip(), written.text());
    }

    private boolean isText(String text, int length) {
        if (text.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) != bytes[i]) {
                return false;
            }
        }
        return true;
    }

    /** Descriptors of groups that ended are closed when a period ends. */
    private ByteSource source(long nowMillis) {
        ByteSource files = source;
        if (files == null) {
            files = tree.files().bytes();
            source = files;
            periodSince = nowMillis;
        } else if (nowMillis - periodSince >= PERIOD_MILLIS) {
            files.endTick();
            periodSince = nowMillis;
        }
        return files;
    }
}
