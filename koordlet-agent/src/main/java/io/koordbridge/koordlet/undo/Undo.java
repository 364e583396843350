package io.koordbridge.koordlet.undo;

import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupWriteListener;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.cgroup.Intent;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.KnobShape;
import io.koordbridge.protocol.KubeQos;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the record of changes up to date and reverts them. */
public final class Undo implements CgroupWriteListener {

    /** Begin of the reason of each write that gives back. */
    public static final String RELEASE = "release of ";

    /** The same of a value that a strategy knows better than the record does: the record of the file ends with the write. */
    public static final String RENEWED = RELEASE + "an outdated value by ";

    private static final Logger LOG = LoggerFactory.getLogger(Undo.class);
    private static final int MOST = 20_000;
    private static final String UNLIMITED = "-1";

    private final CgroupTree tree;
    private final TakenFile file;
    private final Predicate<String> limits;
    private final CgroupWriteListener next;
    private final Consumer<String> problems;
    private final Map<Intent.Target, Taken> taken = new LinkedHashMap<>();
    /** What is being written for the first time. */
    private final Map<Intent.Target, Taken> begun = new HashMap<>();

    private boolean changed;
    private int part;
    private volatile Announcement announce = (one, part) -> {};

    /**
     * Knows what the file says.
     *
     * @param limits owners whose writes are given back
     * @param next learns of each write as well
     */
    public Undo(
            CgroupTree tree,
            TakenFile file,
            Predicate<String> limits,
            CgroupWriteListener next,
            Consumer<String> problems) {
        this.limits = limits;
        this.tree = tree;
        this.file = file;
        this.next = next;
        this.problems = problems;
        restore();
    }

    /** Takes over what the file says of earlier processes, which know what was before this one. */
    public void restore() {
        List<Taken> earlier = file.read(problems);
        synchronized (this) {
            for (Taken one : earlier) {
                Knob.ofName(one.knob()).ifPresent(knob -> taken.put(new Intent.Target(knob, one.group()), one));
            }
        }
    }

    /** What is held now. */
    public synchronized List<Taken> taken() {
        return List.copyOf(taken.values());
    }

    /** Puts down what comes next, where it outlives this process; does not take long. */
    public interface Announcement {
        /** In a part of the record, which {@link TakenFile#write} replaces. */
        void add(Taken one, int part);
    }

    /** From now on, before the first write to a file. */
    public void announcing(Announcement first) {
        announce = first;
    }

    /** A process may be killed between a write and the next save of the record. */
    @Override
    public void writing(Path path, String before, String after, String reason) {
        if (limits.test(reason)) {
            tree.locate(path).ifPresent(target -> begin(target, before, after, reason));
        }
        next.writing(path, before, after, reason);
    }

    private void begin(Intent.Target target, String before, String after, String owner) {
        Taken one = new Taken(target.knob().name(), target.group(), owner, before);
        int open;
        synchronized (this) {
            boolean known = taken.containsKey(target) || begun.containsKey(target) || taken.size() >= MOST;
            if (known || isReleased(target, before, after)) {
                return;
            }
            begun.put(target, one);
            changed = true;
            open = part;
        }
        announce.add(one, open);
    }

    @Override
    public void written(Path path, @Nullable String before, String after, String reason, @Nullable String error) {
        if (before != null && limits.test(reason)) {
            tree.locate(path).ifPresent(target -> {
                if (error == null) {
                    remember(target, before, after, reason);
                }
                end(target);
            });
        }
        if (error == null && reason.startsWith(RENEWED)) {
            tree.locate(path).ifPresent(this::forget);
        }
        next.written(path, before, after, reason, error);
    }

    @Override
    public void noticed(String problem) {
        problems.accept(problem);
        next.noticed(problem);
    }

    @Override
    public void left(Intent.Target target) {
        synchronized (this) {
            changed |= taken.remove(target) != null;
        }
        next.left(target);
    }

    @Override
    public synchronized Optional<String> before(Intent.Target target) {
        return Optional.ofNullable(taken.get(target)).map(Taken::before);
    }

    private synchronized void remember(Intent.Target target, String before, String after, String owner) {
        Taken known = taken.get(target);
        if (isReleased(target, known == null ? before : known.before(), after)) {
            changed |= taken.remove(target) != null;
        } else if (known == null && taken.size() < MOST) {
            taken.put(target, new Taken(target.knob().name(), target.group(), owner, before));
            changed = true;
        }
    }

    private synchronized void forget(Intent.Target target) {
        changed |= taken.remove(target) != null;
    }

    private synchronized void end(Intent.Target target) {
        changed |= begun.remove(target) != null;
    }

    private Knob.Release kind(Intent.Target target) {
        return target.knob().release(tree.version());
    }

    /** The tier never has a quota before this agent gives it one; a pod has the kubelet's. */
    private boolean isTierQuota(Intent.Target target) {
        return kind(target) == Knob.Release.UNLIMITED
                && target.group().equals(tree.paths().bestEffortDir());
    }

    /** Whether a value leaves nothing to give back. CPUs stay on the record: a list is never what was inherited. */
    private boolean isReleased(Intent.Target target, String before, String after) {
        if (isTierQuota(target)) {
            return after.equals(UNLIMITED) || after.startsWith("max");
        }
        boolean cpus = kind(target) == Knob.Release.PARENT || kind(target) == Knob.Release.INHERITED;
        return !cpus && target.holds(before, after);
    }

    /** Forgets groups that ended. */
    public void forgetGone() {
        tree.lookAgain();
        List<Intent.Target> gone = new ArrayList<>();
        synchronized (this) {
            gone.addAll(taken.keySet());
        }
        gone.removeIf(target -> !isGone(target));
        synchronized (this) {
            changed |= taken.keySet().removeAll(gone);
        }
        tree.forgetMembers();
    }

    /** Writes the record when it changed since the last time. */
    public void save() {
        List<Taken> now;
        int closed;
        synchronized (this) {
            if (!changed) {
                return;
            }
            changed = false;
            // What is announced from here on is not in this list, and goes to the other part.
            closed = part;
            part = 1 - part;
            Map<Intent.Target, Taken> all = new LinkedHashMap<>(begun);
            all.putAll(taken);
            now = List.copyOf(all.values());
        }
        try {
            file.write(now, closed);
        } catch (IOException e) {
            problems.accept("record of changes cannot be written: " + FileErrorFormatter.of(e));
            synchronized (this) {
                changed = true;
            }
        }
    }

    private boolean isGone(Intent.Target target) {
        return tree.file(target.knob(), target.group())
                .filter(tree.files()::exists)
                .isEmpty();
    }

    /**
     * Gives back what some owners took, parents first.
     *
     * @return how many files were given back
     */
    public int release(CgroupExecutor writer, Predicate<String> owners) {
        return releaseOf(writer, (target, one) -> owners.test(one.owner()));
    }

    /** Ends what held groups back in an earlier life, so that a limit could be lowered: a new life has its own time for that. */
    public int releaseRoom(CgroupExecutor writer) {
        return releaseOf(writer, (target, one) -> target.knob() == Knob.MEMORY_HIGH);
    }

    /**
     * Gives back what an owner took and does not want any more, also in an earlier life.
     *
     * @param wanted what it wants, of which nothing is given back
     */
    public int releaseOthers(CgroupExecutor writer, String owner, List<List<Intent>> wanted) {
        synchronized (this) {
            if (taken.values().stream().noneMatch(one -> one.owner().equals(owner))) {
                return 0;
            }
        }
        Set<Intent.Target> kept = new HashSet<>();
        wanted.forEach(level -> level.forEach(intent -> kept.add(intent.target())));
        return releaseOf(writer, (target, one) -> one.owner().equals(owner) && !kept.contains(target));
    }

    private int releaseOf(CgroupExecutor writer, BiPredicate<Intent.Target, Taken> which) {
        if (writer.observesOnly()) {
            return 0;
        }
        tree.lookAgain();
        List<Map.Entry<Intent.Target, Taken>> due = new ArrayList<>();
        synchronized (this) {
            taken.entrySet().stream()
                    .filter(one -> which.test(one.getKey(), one.getValue()))
                    .forEach(due::add);
        }
        Map<Intent.Target, Long> turns = new HashMap<>();
        due.forEach(one -> turns.put(one.getKey(), turn(one.getKey(), one.getValue())));
        due.sort(Comparator.comparingLong(one -> turns.getOrDefault(one.getKey(), 0L)));
        int released = 0;
        for (Map.Entry<Intent.Target, Taken> one : due) {
            if (release(writer, one.getKey(), one.getValue())) {
                released++;
            }
        }
        if (released > 0) {
            LOG.info("gave back files={}", released);
        }
        return released;
    }

    /**
     * Bursts go first, as no quota may be below its burst; then quotas that become less, children first. All else becomes wider: the kernel
     * refuses it for a child before its parent has it.
     */
    private long turn(Intent.Target target, Taken one) {
        if (target.knob() == Knob.CPU_CFS_BURST) {
            return Long.MIN_VALUE;
        }
        return target.knob() == Knob.CPU_CFS_QUOTA && isNarrowed(target, one) ? -1 - depth(target) : depth(target);
    }

    private boolean isNarrowed(Intent.Target target, Taken one) {
        Optional<Path> path = isTierQuota(target) ? Optional.empty() : tree.file(target.knob(), target.group());
        try {
            return path.isPresent() && !target.isWider(tree.files().read(path.get()), one.before());
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    private static long depth(Intent.Target target) {
        long depth = target.group().chars().filter(c -> c == '/').count();
        // A group that a strategy made goes after all that it holds, and after those below it.
        return target.knob().form() == KnobShape.Form.DIRECTORY ? Long.MAX_VALUE - depth : depth;
    }

    /** The record goes when the file shows the value, or is not there any more. */
    private boolean release(CgroupExecutor writer, Intent.Target target, Taken one) {
        Optional<String> value = value(target, one);
        boolean shown = value.isPresent()
                && writer.putBack(target, value.get(), RELEASE + one.owner()).updated();
        if (shown || isGone(target)) {
            synchronized (this) {
                changed |= taken.remove(target, one);
            }
        }
        return shown;
    }

    /** Content that the file gets; empty while it is unknown. */
    private Optional<String> value(Intent.Target target, Taken one) {
        if (isTierQuota(target)) {
            return Optional.of(tree.unlimited());
        }
        return switch (kind(target)) {
            case PARENT -> parentValue(target);
            case INHERITED -> isOfPods(target) ? inherited(target) : Optional.of(one.before());
            case ORIGINAL, UNLIMITED -> Optional.of(one.before());
        };
    }

    /** Of an application outside of pods another program may have chosen the CPUs. */
    private boolean isOfPods(Intent.Target target) {
        return target.group().startsWith(tree.paths().qosDir(KubeQos.GUARANTEED) + "/");
    }

    /** A group with processes takes no empty list (ENOSPC, seen on Linux 6.1): it gets all that its parent has. */
    private Optional<String> inherited(Intent.Target target) {
        try {
            if (!text(target.group(), "cgroup.events").contains("populated 1")) {
                return Optional.of("");
            }
            return Optional.of(text(parent(target), "cpuset.cpus.effective")).filter(list -> !list.isEmpty());
        } catch (IOException e) {
            return Optional.of("");
        }
    }

    private String text(String group, String file) throws IOException {
        return tree.files().read(tree.directory("", group).resolve(file)).strip();
    }

    private static String parent(Intent.Target target) {
        int cut = target.group().lastIndexOf('/');
        return cut < 0 ? "" : target.group().substring(0, cut);
    }

    private Optional<String> parentValue(Intent.Target target) {
        try {
            Optional<Path> parentFile = tree.file(target.knob(), parent(target));
            return parentFile.isEmpty()
                    ? Optional.empty()
                    : Optional.of(tree.files().read(parentFile.get()).strip()).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
