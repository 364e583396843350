package io.koordbridge.koordlet.cgroup;

import io.koordbridge.protocol.CpuSet;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one way to the kernel's files: validates, compares, writes, remembers, and tells the listener. One per process, shared by
 * all capabilities; specification sections 5.3 and 5.4. When told only to observe it writes nothing.
 */
public final class CgroupExecutor {

    private static final Logger LOG = LoggerFactory.getLogger(CgroupExecutor.class);
    private static final Duration TRUSTED = Duration.ofSeconds(60);
    private static final Duration FORGOTTEN = Duration.ofMinutes(2);
    private static final Duration SWEEP = Duration.ofMinutes(1);

    private final CgroupTree tree;
    private final CgroupWriteListener listener;
    private final Clock clock;
    private final boolean observeOnly;
    private final Map<Key, Cached> cache = new HashMap<>();
    private final Map<Path, Instant> complained = new HashMap<>();
    private @Nullable Instant lastSweep;

    public CgroupExecutor(CgroupTree tree, CgroupWriteListener listener, Clock clock, boolean observeOnly) {
        this.tree = tree;
        this.listener = listener;
        this.clock = clock;
        this.observeOnly = observeOnly;
    }

    private record Key(Path file, CgroupResource resource) {}

    private record Cached(String text, Instant since) {}

    /** A file that is not there, in a directory that may have ended: not an error. */
    private static final class Ignorable extends Exception {
        private static final long serialVersionUID = 1L;

        Ignorable(String message) {
            super(message);
        }
    }

    public CgroupTree tree() {
        return tree;
    }

    public boolean observesOnly() {
        return observeOnly;
    }

    /** Writes unless this process wrote the same value less than a minute ago. */
    public synchronized UpdateResult update(CgroupUpdate update) {
        return apply(update, true);
    }

    /** Writes unless the file holds the value, whatever is remembered. */
    public synchronized UpdateResult updateNow(CgroupUpdate update) {
        return apply(update, false);
    }

    private UpdateResult apply(CgroupUpdate update, boolean cacheable) {
        if (observeOnly) {
            return UpdateResult.SKIPPED;
        }
        Instant now = clock.instant();
        sweep(now);
        try {
            Target target = target(update);
            if (cacheable && isCached(target, now)) {
                return UpdateResult.SKIPPED;
            }
            writeIfDifferent(target);
            cache.put(target.key(), new Cached(target.text(), now));
            return UpdateResult.UPDATED;
        } catch (Ignorable | NoSuchFileException e) {
            LOG.debug("not written resource={} dir={} cause={}", update.resource(), update.dir(), e.getMessage());
            return UpdateResult.SKIPPED;
        } catch (IOException | IllegalArgumentException e) {
            return failed(update, e, now);
        }
    }

    /**
     * Writes a batch so that no child ever wants more than its parent has: growth from the top, shrinking from the bottom.
     *
     * @param levels updates, top level first
     */
    public synchronized void updateLeveled(List<List<CgroupUpdate>> levels) {
        if (observeOnly) {
            return;
        }
        Instant now = clock.instant();
        sweep(now);
        for (List<CgroupUpdate> level : levels) {
            level.forEach(update -> widen(update, now));
        }
        ListIterator<List<CgroupUpdate>> upward = new ArrayList<>(levels).listIterator(levels.size());
        while (upward.hasPrevious()) {
            upward.previous().forEach(update -> settle(update, now));
        }
    }

    /** Forgets what was written when somebody else changed the file since; the next update then writes it. */
    public synchronized void forgetIfChanged(CgroupUpdate update) {
        try {
            Target target = target(update);
            Cached known = cache.get(target.key());
            if (known != null && !LeveledMerge.holds(update.resource(), readCurrent(target), known.text())) {
                cache.remove(target.key());
            }
        } catch (Ignorable | IOException | IllegalArgumentException e) {
            LOG.debug("not looked at resource={} dir={} cause={}", update.resource(), update.dir(), e.getMessage());
        }
    }

    private void widen(CgroupUpdate update, Instant now) {
        try {
            Target target = target(update);
            if (isCached(target, now)) {
                return;
            }
            if (!update.resource().isMergeable()) {
                writeIfDifferent(target);
                cache.put(target.key(), new Cached(target.text(), now));
                return;
            }
            requireValid(target);
            String before = readCurrent(target);
            Optional<String> merged = LeveledMerge.wider(update.resource(), before, target.text());
            if (merged.isPresent()) {
                write(target.file(), before, merged.get(), update.reason());
            }
            cache.put(target.key(), new Cached(merged.isPresent() ? target.text() : before, now));
        } catch (Ignorable | NoSuchFileException e) {
            LOG.debug("not widened resource={} dir={} cause={}", update.resource(), update.dir(), e.getMessage());
        } catch (IOException | IllegalArgumentException e) {
            failed(update, e, now);
        }
    }

    private void settle(CgroupUpdate update, Instant now) {
        try {
            Target target = target(update);
            Cached known = cache.get(target.key());
            if (known != null && known.text().equals(target.text())) {
                return;
            }
            writeIfDifferent(target);
            cache.put(target.key(), new Cached(target.text(), now));
        } catch (Ignorable | NoSuchFileException e) {
            LOG.debug("not settled resource={} dir={} cause={}", update.resource(), update.dir(), e.getMessage());
        } catch (IOException | IllegalArgumentException e) {
            failed(update, e, now);
        }
    }

    private record Target(CgroupUpdate update, Path file, String text) {
        Key key() {
            return new Key(file, update.resource());
        }
    }

    private Target target(CgroupUpdate update) throws Ignorable {
        Optional<Path> file = tree.file(update.resource(), update.dir());
        if (file.isEmpty()) {
            throw new Ignorable("no such file in " + tree.version());
        }
        return new Target(update, file.get(), CgroupFormat.toFile(tree.version(), update.resource(), update.value()));
    }

    private boolean isCached(Target target, Instant now) {
        Cached known = cache.get(target.key());
        return known != null
                && known.text().equals(target.text())
                && !known.since().plus(TRUSTED).isBefore(now);
    }

    private void writeIfDifferent(Target target) throws IOException, Ignorable {
        requireValid(target);
        String before = readCurrent(target);
        if (!sameValue(target.update().resource(), before, target.text())) {
            write(target.file(), before, target.text(), target.update().reason());
        }
    }

    private void requireValid(Target target) throws Ignorable {
        CgroupUpdate update = target.update();
        if (!tree.supports(update.resource(), update.dir())) {
            throw new Ignorable(update.resource().v1Name() + " is not supported here");
        }
        if (!update.resource().accepts(tree.version(), target.text())) {
            throw new IllegalArgumentException("value '" + update.value() + "' is not allowed");
        }
    }

    private String readCurrent(Target target) throws IOException {
        return tree.files().read(target.file()).strip();
    }

    private static boolean sameValue(CgroupResource resource, String before, String text) {
        boolean bothUnlimited = before.equals("max") && text.equals(Long.toString(Long.MAX_VALUE));
        if (before.equals(text) || bothUnlimited) {
            return true;
        }
        return resource == CgroupResource.CPUSET_CPUS && sameCpus(before, text);
    }

    private static boolean sameCpus(String before, String text) {
        try {
            return CpuSet.parse(before).equals(CpuSet.parse(text));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void write(Path file, @Nullable String before, String text, String reason) throws IOException {
        try {
            tree.files().write(file, text);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            listener.written(file, before, text, reason, String.valueOf(e.getMessage()));
            throw e;
        }
        listener.written(file, before, text, reason, null);
        LOG.debug("wrote file={} before={} after={} reason={}", file, before, text, reason);
    }

    private UpdateResult failed(CgroupUpdate update, Exception cause, Instant now) {
        Path file = tree.file(update.resource(), update.dir()).orElse(tree.root());
        Instant last = complained.put(file, now);
        if (last == null || last.plus(SWEEP).isBefore(now)) {
            LOG.warn(
                    "cannot write file={} value={} reason={} cause={}",
                    file,
                    update.value(),
                    update.reason(),
                    cause.toString());
        } else {
            complained.put(file, last);
        }
        return UpdateResult.failed(String.valueOf(cause.getMessage()));
    }

    private void sweep(Instant now) {
        if (lastSweep != null && lastSweep.plus(SWEEP).isAfter(now)) {
            return;
        }
        lastSweep = now;
        Iterator<Cached> entries = cache.values().iterator();
        while (entries.hasNext()) {
            if (entries.next().since().plus(FORGOTTEN).isBefore(now)) {
                entries.remove();
            }
        }
        complained.values().removeIf(since -> since.plus(FORGOTTEN).isBefore(now));
    }
}
