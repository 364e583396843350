package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one way to the kernel's files: validates, compares, writes, remembers, and reports to the listener. One per process, shared by
 * all capabilities; specification sections 5.3 and 5.4. It holds no lock while it reads or writes, so a write that blocks stops no other
 * thread; one file has one writing thread at a time. In observing mode it writes nothing.
 */
public final class CgroupExecutor {

    private static final Logger LOG = LoggerFactory.getLogger(CgroupExecutor.class);
    private static final Duration FORGOTTEN = Duration.ofMinutes(2);
    private static final Duration SWEEP = Duration.ofMinutes(1);

    private final CgroupTree tree;
    private final CgroupWriteListener listener;
    private final Clock clock;
    private final boolean observeOnly;
    private final WrittenValues cache = new WrittenValues();
    private final Rechecks rechecks;
    private final MemoryGuard guard;
    private final SharedFiles shared;
    private final EffectiveCpus effective;
    private final FailingWrites failing;
    private volatile @Nullable Instant lastSweep;

    public CgroupExecutor(CgroupTree tree, CgroupWriteListener listener, Clock clock, boolean observeOnly) {
        this.tree = tree;
        this.listener = listener;
        this.clock = clock;
        this.observeOnly = observeOnly;
        this.rechecks = new Rechecks(tree, cache);
        this.guard = new MemoryGuard(tree, this::makeRoom);
        this.shared = new SharedFiles(tree, cache, listener);
        this.effective = new EffectiveCpus(tree);
        this.failing = new FailingWrites(tree, listener);
    }

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
    public UpdateResult update(CgroupUpdate update) {
        return applyNow(update, true);
    }

    /** Writes unless the file holds the value, whatever is remembered. */
    public UpdateResult updateNow(CgroupUpdate update) {
        return applyNow(update, false);
    }

    private UpdateResult applyNow(CgroupUpdate update, boolean cacheable) {
        if (observeOnly) {
            return UpdateResult.SKIPPED;
        }
        Instant now = clock.instant();
        sweep(now);
        return apply(update, cacheable, now);
    }

    private UpdateResult apply(CgroupUpdate update, boolean cacheable, Instant now) {
        if (cacheable && cache.isTrusted(update, now)) {
            return UpdateResult.SKIPPED;
        }
        return attempt(update, now, () -> {
            writeIfDifferent(target(update), now);
            return UpdateResult.UPDATED;
        });
    }

    private interface Attempt {
        UpdateResult run() throws IOException, Ignorable;
    }

    private UpdateResult attempt(CgroupUpdate update, Instant now, Attempt attempt) {
        try {
            return attempt.run();
        } catch (Ignorable | NoSuchFileException e) {
            LOG.debug("not written knob={} dir={} cause={}", update.knob(), update.dir(), e.getMessage());
            return UpdateResult.SKIPPED;
        } catch (IOException | IllegalArgumentException e) {
            return failing.report(update, e, now);
        }
    }

    /**
     * Writes a content that the file had before, and forgets what was written since.
     *
     * @param content as the file shows it; empty for none
     * @return updated when the file shows it, skipped when there is no file
     */
    public UpdateResult putBack(Intent.Target target, String content, String reason) {
        if (observeOnly) {
            return UpdateResult.SKIPPED;
        }
        Instant now = clock.instant();
        CgroupUpdate update = new CgroupUpdate(target, content, reason);
        return attempt(update, now, () -> {
            Optional<Path> file = tree.file(target.knob(), target.group());
            if (file.isEmpty() || !tree.files().exists(file.get())) {
                return UpdateResult.SKIPPED;
            }
            // Without a value a file takes a newline; an empty write leaves the old one.
            Target put = new Target(update, file.get(), content.isEmpty() ? "\n" : content);
            String before = readCurrent(put);
            if (!LeveledMerge.holds(target.knob(), before, content)) {
                write(put, before, put.text(), now);
                requireShown(put, content);
            }
            cache.remove(put.key());
            guard.forget(target);
            return UpdateResult.UPDATED;
        });
    }

    private void requireShown(Target put, String content) throws IOException {
        String shown = readCurrent(put);
        if (!LeveledMerge.holds(put.update().knob(), shown, content)) {
            throw new IOException("shows '" + shown + "' after '" + content + "' was written");
        }
    }

    /**
     * Writes a plan so that no child ever wants more than its parent has: growth from the top, shrinking from the bottom.
     *
     * @param levels parents in an earlier list than their children
     * @return files whose write failed
     */
    public Set<Intent.Target> carryOut(List<List<Intent>> levels) {
        if (observeOnly) {
            return Set.of();
        }
        Instant now = clock.instant();
        sweep(now);
        tree.lookAgain();
        Set<Intent.Target> refused = new HashSet<>();
        for (List<Intent> level : levels) {
            for (Intent intent : level) {
                note(intent, goDown(intent, now), refused);
            }
        }
        for (int i = levels.size() - 1; i >= 0; i--) {
            for (Intent intent : levels.get(i)) {
                note(intent, goUp(intent, now), refused);
            }
        }
        return refused;
    }

    /** Whether a value was written a short while ago, so that to carry it out does nothing. */
    boolean isSettled(Intent intent, Instant now) {
        return intent.through() == null && (shared.rests(intent) || cache.holds(intent, now));
    }

    Instant now() {
        return clock.instant();
    }

    /** Whether a group is held back until its limit fits. */
    boolean holdsBack() {
        return guard.holdsBack();
    }

    /** Ends what holds groups back for too long. */
    void endOverdue() {
        guard.endOverdue(clock.instant());
    }

    private static void note(Intent intent, UpdateResult result, Set<Intent.Target> refused) {
        if (result.failed()) {
            refused.add(intent.target());
        }
    }

    private CgroupUpdate wanted(Intent intent) {
        CgroupUpdate update = intent.update();
        if (intent.check() == Intent.Check.GIVEN_BACK) {
            return new CgroupUpdate(
                    update.target(), listener.before(update.target()).orElse(update.value()), update.reason());
        }
        if (intent.check() != Intent.Check.CEILING) {
            return update;
        }
        try {
            Optional<String> before = listener.before(update.target());
            Optional<Path> file = tree.file(update.knob(), update.dir());
            String own = before.isPresent() || file.isEmpty()
                    ? before.orElse(update.value())
                    : tree.files().read(file.get());
            return new CgroupUpdate(
                    update.target(), LeveledMerge.tighter(update.value(), own.strip()), update.reason());
        } catch (IOException | IllegalArgumentException e) {
            LOG.debug("its own value is unknown knob={} dir={} cause={}", update.knob(), update.dir(), e.getMessage());
            return update;
        }
    }

    private boolean stays(Intent intent, Instant now) {
        return shared.leaves(intent, now) || guard.hasLowered(intent.target());
    }

    private UpdateResult goDown(Intent intent, Instant now) {
        if (stays(intent, now)) {
            return UpdateResult.SKIPPED;
        }
        CgroupUpdate update = wanted(intent);
        if (intent.check() == Intent.Check.RECHECKED) {
            rechecks.look(update, now);
        }
        boolean remembered = intent.check() != Intent.Check.TEXT && intent.check() != Intent.Check.CEILING;
        String through = intent.through();
        if (through != null) {
            boolean direct = through.equals(update.value());
            return apply(
                    direct ? update : new CgroupUpdate(update.target(), through, update.reason()), remembered, now);
        }
        return update.knob().order() == Knob.Order.NONE
                ? apply(update, remembered, now)
                : widen(update, remembered, now);
    }

    private UpdateResult goUp(Intent intent, Instant now) {
        if (intent.update().value().equals(intent.through()) || stays(intent, now)) {
            return UpdateResult.SKIPPED;
        }
        if (intent.through() != null) {
            return apply(intent.update(), true, now);
        }
        return intent.update().knob().order() == Knob.Order.NONE ? UpdateResult.SKIPPED : settle(wanted(intent), now);
    }

    private UpdateResult widen(CgroupUpdate update, boolean remembered, Instant now) {
        if (remembered && cache.isTrusted(update, now)) {
            return UpdateResult.SKIPPED;
        }
        return attempt(update, now, () -> {
            Target target = target(update);
            String before = readCurrent(target);
            if (stillHolds(target, before) || inherits(target, before)) {
                effective.requireWithin(update.knob(), target.file(), target.text());
                cache.put(target.key(), target.written(now));
                return UpdateResult.SKIPPED;
            }
            Optional<String> merged = LeveledMerge.wider(update.knob(), before, target.text());
            if (merged.isPresent()) {
                write(target, before, merged.get(), now);
                effective.requireWithin(update.knob(), target.file(), merged.get());
            }
            cache.put(
                    target.key(),
                    merged.isPresent()
                            ? target.written(now)
                            : new WrittenValues.Written(target.file(), "", before, now));
            return UpdateResult.UPDATED;
        });
    }

    private boolean inherits(Target target, String before) throws IOException {
        return effective.inherits(target.update().knob(), target.file(), before, target.text());
    }

    private UpdateResult settle(CgroupUpdate update, Instant now) {
        WrittenValues.Written known = cache.get(update.target());
        if (known != null && known.value().equals(update.value())) {
            return UpdateResult.SKIPPED;
        }
        return attempt(update, now, () -> {
            Target target = target(update);
            if (known != null && known.text().equals(target.text())) {
                return UpdateResult.SKIPPED;
            }
            writeIfDifferent(target, now);
            return UpdateResult.UPDATED;
        });
    }

    private record Target(CgroupUpdate update, Path file, String text) {
        Intent.Target key() {
            return update.target();
        }

        WrittenValues.Written written(Instant now) {
            return new WrittenValues.Written(file, update.value(), text, now);
        }
    }

    private Target target(CgroupUpdate update) throws Ignorable {
        WrittenValues.Written known = cache.get(update.target());
        if (known != null) {
            boolean same = known.value().equals(update.value());
            String text = same ? known.text() : update.knob().toFile(tree.version(), update.value());
            return new Target(update, known.file(), text);
        }
        Optional<Path> file = tree.file(update.knob(), update.dir());
        if (file.isEmpty()) {
            throw new Ignorable("no such file in " + tree.version());
        }
        if (!tree.supports(update.knob(), update.dir())) {
            throw new Ignorable(update.knob().name() + " is not supported here");
        }
        return new Target(update, file.get(), update.knob().toFile(tree.version(), update.value()));
    }

    private void writeIfDifferent(Target target, Instant now) throws IOException, Ignorable {
        String before = readCurrent(target);
        Knob<?> knob = target.update().knob();
        if (!stillHolds(target, before) && !sameValue(knob, before, target.text()) && !inherits(target, before)) {
            write(target, before, target.text(), now);
        }
        guard.after(knob, target.update().dir());
        effective.requireWithin(knob, target.file(), target.text());
        cache.put(target.key(), target.written(now));
    }

    /** Whether this process wrote the value and the file goes on showing it, in whatever notation. */
    private boolean stillHolds(Target target, String before) {
        WrittenValues.Written known = cache.get(target.key());
        return known != null
                && known.text().equals(target.text())
                && LeveledMerge.holds(target.update().knob(), before, target.text());
    }

    private String readCurrent(Target target) throws IOException {
        return tree.files().read(target.file()).strip();
    }

    private static boolean sameValue(Knob<?> knob, String before, String text) {
        boolean bothUnlimited = before.equals("max") && text.equals(Long.toString(Long.MAX_VALUE));
        return LeveledMerge.holds(knob, before, text) || bothUnlimited;
    }

    private void makeRoom(Path file, String before, String text, String owner) throws IOException {
        listener.writing(file, before, text, owner);
        tree.files().write(file, text);
        listener.written(file, before, text, owner, null);
    }

    private void write(Target target, String before, String text, Instant now) throws IOException {
        Path file = target.file();
        String reason = target.update().reason();
        failing.requireDue(file, target.update(), now);
        try {
            guard.before(target.update(), text, now);
            listener.writing(file, before, text, reason);
            tree.files().write(file, text);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            listener.written(file, before, text, reason, FileErrorFormatter.of(e));
            throw e;
        }
        listener.written(file, before, text, reason, null);
        LOG.debug("wrote file={} before={} after={} reason={}", file, before, text, reason);
        if (failing.ended(file)) {
            LOG.info("can be written again file={} value={} reason={}", file, text, reason);
        }
    }

    private void sweep(Instant now) {
        Instant last = lastSweep;
        if (last != null && last.plus(SWEEP).isAfter(now)) {
            return;
        }
        lastSweep = now;
        Instant oldest = now.minus(FORGOTTEN);
        cache.forget(oldest);
        failing.forget(oldest);
        shared.forgetGone();
    }
}
