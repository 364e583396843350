package io.koordbridge.koordlet.app;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.koordlet.audit.AuditFile;
import io.koordbridge.koordlet.audit.AuditLog;
import io.koordbridge.koordlet.audit.AuditPages;
import io.koordbridge.koordlet.audit.AuditQueue;
import io.koordbridge.koordlet.cgroup.CgroupExecutor;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.cgroup.SlowLane;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.koordlet.cgroup.WriteErrors;
import io.koordbridge.koordlet.cgroup.WriteTimes;
import io.koordbridge.koordlet.disk.DiskThread;
import io.koordbridge.koordlet.enforce.podgroups.PodGroups;
import io.koordbridge.koordlet.evict.EvictionOrder;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.strategy.Strategy;
import io.koordbridge.koordlet.strategy.StrategyList;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import io.koordbridge.koordlet.tier.TierKeeper;
import io.koordbridge.koordlet.undo.Taken;
import io.koordbridge.koordlet.undo.TakenFile;
import io.koordbridge.koordlet.undo.Undo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Everything that writes to control groups: strategies, writer, audit, tier. */
final class Enforcement implements AutoCloseable {

    /** How long a first write waits for the disk. */
    private static final Duration ANNOUNCED = Duration.ofSeconds(5);

    private final Consumer<String> problems;
    /** Waits behind no other work on files. */
    private final DiskThread announcer = new DiskThread();

    private final AuditQueue queue;
    private final AuditLog audit;
    private final Optional<AuditPages> pages;
    private final SuppressTrace trace;
    private final TakenFile record;
    private final Undo undo;
    private final CgroupExecutor writer;
    private final TierKeeper tier;
    private final PodGroups podGroups;
    private final SlowLane slow;
    private final StrategyRunner runner;
    private final StrategyList strategies;

    /**
     * Writes nothing yet.
     *
     * @param machineClock for people
     * @param clock for everything that waits
     * @param evictions takes orders of the strategies
     */
    Enforcement(
            KoordletConfig config,
            Machine machine,
            Clock machineClock,
            Clock clock,
            MetricRegistry metrics,
            Consumer<String> problems,
            Consumer<EvictionOrder> evictions) {
        this.problems = problems;
        machine.tree()
                .reach(Trees.below(
                        Path.of(config.roots().proc()), Path.of(config.roots().sys())));
        // First of all: a strategy defines files that the record of changes names.
        strategies = Strategies.list(config);
        queue = new AuditQueue(new AuditFile(
                Path.of(config.audit().directory()), config.audit().maxBytes())::append);
        audit = new AuditLog(queue, machineClock);
        Path recorded = Path.of(config.audit().directory());
        pages = config.gates().isOn(Gate.AUDIT_EVENTS_HTTP_HANDLER)
                ? Optional.of(
                        new AuditPages(recorded, clock, () -> UUID.randomUUID().toString()))
                : Optional.empty();
        record = TakenFile.closed(Path.of(config.audit().directory()));
        undo = new Undo(
                machine.tree(),
                record,
                owner -> !owner.equals(TierKeeper.OWNER) && !owner.startsWith(Undo.RELEASE),
                new WriteErrors(metrics, audit),
                problems);
        trace = new SuppressTrace(undo, clock);
        writer = new CgroupExecutor(
                machine.tree(), new WriteTimes(metrics, trace, System::nanoTime), clock, machine.observesOnly());
        tier = new TierKeeper(writer, machine.hierarchies());
        podGroups = new PodGroups(machine.tree());
        slow = new SlowLane(writer);
        runner = new StrategyRunner(
                writer,
                slow,
                new StrategyRunner.Outlets(
                        owner -> undo.release(writer, owner::equals),
                        (owner, wanted) -> undo.releaseOthers(writer, owner, wanted),
                        evictions),
                metrics,
                problems);
        strategies.register(runner);
        metrics.register("koord_koordlet_not_enforced", (Gauge<Integer>)
                () -> runner.refused().size());
        metrics.register("koord_koordlet_cgroup_writes", (Gauge<Long>) audit::writes);
        metrics.register("koord_koordlet_cgroup_write_failures", (Gauge<Long>) audit::failures);
        metrics.register("koord_koordlet_audit_dropped", (Gauge<Long>) queue::dropped);
    }

    AuditLog audit() {
        return audit;
    }

    /** Events for people. */
    EventPages events() {
        return new EventPages(audit, pages);
    }

    /** To be called now and then. */
    void closeIdleReaders() {
        try {
            if (pages.isPresent()) {
                pages.get().closeIdle();
            }
        } catch (IOException e) {
            problems.accept("files of the audit record cannot be closed: " + FileErrorFormatter.of(e));
        }
    }

    SuppressTrace trace() {
        return trace;
    }

    TierKeeper tier() {
        return tier;
    }

    /** Whether the pods that run have the groups that are written. */
    PodGroups podGroups() {
        return podGroups;
    }

    StrategyRunner runner() {
        return runner;
    }

    StrategyList strategies() {
        return strategies;
    }

    /** What is held now, by this process and by earlier ones. */
    List<Taken> taken() {
        return undo.taken();
    }

    /** Takes over what earlier processes wrote down; before, nothing is known of them. Waits for the disk. */
    void readTaken() {
        record.open();
        undo.restore();
    }

    /** From now on each file that is written for the first time is on disk before, unless the disk does not answer. */
    void announces() {
        undo.announcing((one, part) -> {
            if (announcer.busyFor().compareTo(ANNOUNCED) < 0) {
                announcer.await("announce", ANNOUNCED, () -> announce(one, part));
            }
        });
    }

    private void announce(Taken one, int part) {
        try {
            record.add(one, part);
        } catch (IOException e) {
            problems.accept("record of changes cannot be written: " + FileErrorFormatter.of(e));
        }
    }

    /** Brings the record on disk up to date; waits for the disk. */
    void saveTaken() {
        undo.save();
    }

    /** Forgets what was held in groups that ended. */
    void forgetGone() {
        undo.forgetGone();
    }

    /** Gives back what strategies took that this version does not have any more, and what held groups back when the last process ended. */
    void releaseUnknown() {
        undo.releaseRoom(writer);
        Set<String> known = runner.strategies().stream().map(Strategy::name).collect(Collectors.toSet());
        undo.release(writer, owner -> !known.contains(owner));
    }

    /** Gives back everything, to leave a machine without limits; the record on disk stays as it is. */
    int releaseAll() {
        return undo.release(writer, owner -> true);
    }

    /** Takes no more writes that may block, and ends what holds groups back; a write that is under way ends by itself. */
    void endSlowWrites() {
        slow.close();
        undo.releaseRoom(writer);
    }

    @Override
    public void close() {
        slow.close();
        queue.close();
        announcer.close();
        try {
            if (pages.isPresent()) {
                pages.get().close();
            }
        } catch (IOException e) {
            problems.accept("files of the audit record cannot be closed: " + FileErrorFormatter.of(e));
        }
    }
}
