package io.koordbridge.copilot.decommission;

import io.koordbridge.copilot.cgroup.CgroupPlacer;
import io.koordbridge.copilot.evict.Amount;
import io.koordbridge.copilot.evict.VictimSelection;
import io.koordbridge.copilot.health.Degradation;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.ContainerMarks;
import io.koordbridge.copilot.node.NodeFacts;
import java.io.IOException;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals executors that have to leave. An order that the node agent does not confirm is forgotten: an agent that died leaves none. Rounds in one
 * thread, orders in any.
 */
public final class Decommission {
    static final long CONFIRM_NANOS = 30_000_000_000L;
    /** A moment before the ResourceManager, whose time began a little earlier. */
    static final long LATE_MILLIS = 3_000;
    /** An executor has this time at least. */
    static final long LEAST_MILLIS = 8_000;

    static final long MOST_LEFT_MILLIS = 86_400_000;
    private static final Logger log = LoggerFactory.getLogger(Decommission.class);
    private static final String SUBJECT = "decommission";

    private final DecommissionSignal signal;
    private final CgroupPlacer placer;
    private final ProcessFiles files;
    private final Signals signals;
    private final Consumer<List<String>> ender;
    private final ContainerMarks marks;
    private final Degradation degradation;
    private final LongSupplier nanos;
    /** Process to what became of it. */
    private final Map<Executor, Outcome> met = new HashMap<>();

    /** The order for which something has to leave, and since when. */
    private @Nullable ShrinkOrder dueFor;

    private long dueSinceMillis;

    private volatile @Nullable ShrinkOrder order;
    private volatile Counts counts = new Counts(0, 0, 0);

    private enum Outcome {
        SENT,
        NO_HANDLER,
        FAILED
    }

    /**
     * No shrink is known.
     *
     * @param ender ends containers by id
     */
    public Decommission(
            DecommissionSignal signal,
            CgroupPlacer placer,
            Consumer<List<String>> ender,
            ContainerMarks marks,
            Degradation degradation) {
        this(
                signal,
                placer,
                new Kernel(new ProcessFiles(Paths.get("/proc")), new KillCommand(), System::nanoTime),
                ender,
                marks,
                degradation);
    }

    Decommission(
            DecommissionSignal signal,
            CgroupPlacer placer,
            Kernel kernel,
            Consumer<List<String>> ender,
            ContainerMarks marks,
            Degradation degradation) {
        this.signal = signal;
        this.placer = placer;
        this.files = kernel.files;
        this.signals = kernel.signals;
        this.nanos = kernel.nanos;
        this.ender = ender;
        this.marks = marks;
        this.degradation = degradation;
    }

    /** What the kernel says and takes. */
    static final class Kernel {
        private final ProcessFiles files;
        private final Signals signals;
        private final LongSupplier nanos;

        Kernel(ProcessFiles files, Signals signals, LongSupplier nanos) {
            this.files = files;
            this.signals = signals;
            this.nanos = nanos;
        }
    }

    /**
     * The node shrinks to this; to be repeated while it does.
     *
     * @param countsVcores whether the ResourceManager is known to end containers for their vcores
     */
    public void order(long vcores, long megabytes, long leftMillis, boolean countsVcores) {
        long now = nanos.getAsLong();
        if (current() == null) {
            log.info(
                    "Node shrinks vcores={} memoryMB={} leftMillis={} countsVcores={}",
                    vcores,
                    megabytes,
                    leftMillis,
                    countsVcores);
        }
        long left = Math.min(MOST_LEFT_MILLIS, leftMillis);
        order = new ShrinkOrder(vcores, megabytes, countsVcores, now + left * 1_000_000, now);
    }

    /** The shrink is over, or called off. */
    public void end() {
        if (order != null) {
            log.info("Node shrinks no longer");
        }
        order = null;
    }

    /** Null without one. */
    public @Nullable ShrinkOrder current() {
        ShrinkOrder last = order;
        return last != null && last.fresh(nanos.getAsLong(), CONFIRM_NANOS) ? last : null;
    }

    public DecommissionSignal signal() {
        return signal;
    }

    public Counts counts() {
        return counts;
    }

    /** Notes what the processes of containers have written; who writes most has most to lose. */
    void measure(List<ContainerFacts> containers) throws IOException {
        ContainerProcesses processes = new ContainerProcesses(placer);
        Set<String> known = new HashSet<>();
        for (ContainerFacts container : containers) {
            known.add(container.id());
            long written = container.live() ? written(processes.of(container)) : ContainerFacts.UNKNOWN;
            if (written >= 0) {
                marks.wrote(container.id(), written);
            }
        }
        marks.retain(known);
    }

    /** Unknown where nothing can be seen; one that ends in between has left what it wrote to its parent. */
    private long written(Set<Long> pids) {
        long sum = ContainerFacts.UNKNOWN;
        for (long pid : pids) {
            Long one = files.writtenBytes(pid);
            if (one != null) {
                sum = Math.max(0, sum) + one;
            }
        }
        return sum;
    }

    /**
     * Signals those that have to leave now.
     *
     * @param capacity from the ResourceManager
     */
    void round(List<ContainerFacts> containers, NodeFacts.Amount capacity, long nowMillis) throws IOException {
        ShrinkOrder now = current();
        if (now == null) {
            met.clear();
            dueFor = null;
            return;
        }
        List<ContainerFacts> holders = Departures.holders(containers);
        Amount due = Departures.due(holders, capacity, now, now.leftMillis(nanos.getAsLong()));
        if (signal.none() || (due.cpuMilli() == 0 && due.memoryBytes() == 0)) {
            return;
        }
        if (dueFor == null || !dueFor.sameTarget(now)) {
            dueFor = now;
            dueSinceMillis = nowMillis;
        }
        if (now.leftMillis(nanos.getAsLong()) <= LATE_MILLIS) {
            endLate(holders, due, nowMillis);
        }
        Map<String, Executor> able = able(holders);
        for (ContainerFacts victim : VictimSelection.leaving(holders, due, able.keySet())) {
            Executor executor = able.get(victim.id());
            if (executor != null && tell(executor)) {
                marks.leaves(victim.id(), nowMillis);
                log.info(
                        "Executor was signalled to leave container={} application={} pid={} signal={} leftMillis={}",
                        victim.id(),
                        victim.applicationId(),
                        executor.pid(),
                        signal.name(),
                        now.leftMillis(nanos.getAsLong()));
            }
        }
    }

    /** Else the ResourceManager ends others in place of those that are about to leave: it does not know them. */
    private void endLate(List<ContainerFacts> containers, Amount due, long nowMillis) {
        Set<String> late = new HashSet<>();
        for (ContainerFacts container : containers) {
            long since = container.leavingSince();
            if (since > 0 && nowMillis - since >= LEAST_MILLIS) {
                late.add(container.id());
            }
        }
        List<String> ids = new ArrayList<>();
        VictimSelection.late(containers, due, late).forEach(container -> ids.add(container.id()));
        if (!ids.isEmpty()) {
            ender.accept(ids);
        }
    }

    /**
     * Containers whose executor has a handler for the signal. One that started since the shrink is not told: an executor that came in the place
     * of another would be signalled, and the next one, without end.
     */
    private Map<String, Executor> able(List<ContainerFacts> containers) throws IOException {
        Map<String, Executor> able = new HashMap<>();
        ContainerProcesses processes = new ContainerProcesses(placer);
        for (ContainerFacts container : containers) {
            if (mayLeave(container)) {
                Executor executor = executor(processes.of(container));
                Outcome before = executor == null ? null : met.get(executor);
                if (executor != null && before != Outcome.SENT && before != Outcome.FAILED && catches(executor)) {
                    able.put(container.id(), executor);
                }
            }
        }
        return able;
    }

    private boolean mayLeave(ContainerFacts container) {
        return container.live()
                && !container.ending()
                && !container.master()
                && container.leavingSince() == 0
                && container.startMillis() <= dueSinceMillis;
    }

    private @Nullable Executor executor(Set<Long> pids) {
        for (long pid : pids) {
            Long start = files.start(pid);
            if (start != null && ExecutorCommand.matches(files.arguments(pid))) {
                return new Executor(pid, start);
            }
        }
        return null;
    }

    /** A JVM in its first seconds has no handler yet: it is looked at again. */
    private boolean catches(Executor executor) {
        boolean catches = Boolean.TRUE.equals(files.catches(executor.pid(), signal.number()));
        if (!catches && met.putIfAbsent(executor, Outcome.NO_HANDLER) == null) {
            counts = counts.plus(0, 1, 0);
            log.info("Executor has no handler for the signal pid={} signal={}", executor.pid(), signal.name());
        }
        return catches;
    }

    private boolean tell(Executor executor) {
        Long before = files.start(executor.pid());
        if (before == null || before != executor.start()) {
            return false;
        }
        boolean sent = signals.send(executor.pid(), signal.number());
        Long after = files.start(executor.pid());
        boolean other = after != null && after != executor.start();
        if (!sent && after == null) {
            // It has ended by itself.
            return false;
        }
        met.put(executor, sent && !other ? Outcome.SENT : Outcome.FAILED);
        if (sent && !other) {
            counts = counts.plus(1, 0, 0);
            degradation.clear(SUBJECT);
            return true;
        }
        counts = counts.plus(0, 0, 1);
        degradation.set(
                SUBJECT,
                "executors cannot be signalled to leave: signal " + signal.name() + " to process " + executor.pid()
                        + (other ? " went to another one" : " was refused"));
        return false;
    }

    /** A process, by number and start. */
    private static final class Executor {
        private final long pid;
        private final long start;

        private Executor(long pid, long start) {
            this.pid = pid;
            this.start = start;
        }

        private long pid() {
            return pid;
        }

        private long start() {
            return start;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Executor && ((Executor) other).pid == pid && ((Executor) other).start == start;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(pid * 31 + start);
        }
    }

    /** Executors since the plugin's start, by the result of their signal. */
    public static final class Counts {
        private final long sent;
        private final long noHandler;
        private final long failed;

        Counts(long sent, long noHandler, long failed) {
            this.sent = sent;
            this.noHandler = noHandler;
            this.failed = failed;
        }

        private Counts plus(long moreSent, long moreNoHandler, long moreFailed) {
            return new Counts(sent + moreSent, noHandler + moreNoHandler, failed + moreFailed);
        }

        public long sent() {
            return sent;
        }

        /** Executors that had none when they were looked at first. */
        public long noHandler() {
            return noHandler;
        }

        public long failed() {
            return failed;
        }
    }
}
