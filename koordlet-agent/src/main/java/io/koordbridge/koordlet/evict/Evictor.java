package io.koordbridge.koordlet.evict;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out orders in a thread of its own, one victim after the other; of each pool only the newest order waits. A victim that stays is
 * passed over, and the next one has its turn.
 */
public final class Evictor implements Consumer<EvictionOrder>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Evictor.class);
    /** What was decided so long ago says nothing about now. */
    private static final Duration VALID = Duration.ofSeconds(5);

    private final Map<Victim.Kind, Ending> endings;
    private final Witness witness;
    private final Map<Pool, Duration> coolDowns;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final Map<Pool, EvictionOrder> waiting = new ConcurrentHashMap<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread made = new Thread(task, "koordlet-evict");
        made.setDaemon(true);
        return made;
    });
    private volatile EvictionMemory memory;

    /** Sees what happens to victims. */
    public interface Witness {

        /** One attempt. */
        void attempted(Victim victim, EvictionTask task, Ending.Outcome outcome);

        /** The end of a round that had victims. */
        void evicted(Pool pool, List<Victim> victims);
    }

    /**
     * An evictor.
     *
     * @param memory what earlier evictions left behind
     * @param clock the one of the ticks
     */
    public Evictor(
            Map<Victim.Kind, Ending> endings,
            Witness witness,
            Map<Pool, Duration> coolDowns,
            EvictionMemory memory,
            Clock clock,
            MetricRegistry metrics) {
        this.endings = Map.copyOf(endings);
        this.witness = witness;
        this.coolDowns = Map.copyOf(coolDowns);
        this.memory = memory;
        this.clock = clock;
        this.metrics = metrics;
    }

    /** Takes an order and returns at once. */
    @Override
    public void accept(EvictionOrder order) {
        try {
            if (waiting.put(order.pool(), order) == null) {
                thread.execute(() -> carryOutWaiting(order.pool()));
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("the process ends, no more evictions");
        }
    }

    private void carryOutWaiting(Pool pool) {
        EvictionOrder order = waiting.remove(pool);
        if (order == null) {
            return;
        }
        try {
            carryOut(order);
        } catch (RuntimeException e) {
            LOG.error("eviction failed pool={}", pool, e);
        }
    }

    /** Carries out an order now. */
    public void carryOut(EvictionOrder order) {
        if (memory.isCooling(order.pool(), coolDowns.getOrDefault(order.pool(), Duration.ZERO), clock.instant())) {
            return;
        }
        Set<String> leaving = new HashSet<>(order.leaving());
        leaving.addAll(memory.recent(clock.instant()));
        Set<Victim> evicted = new HashSet<>();
        EvictionRound.run(order.tasks(), leaving, (victim, task) -> {
            Ending.Outcome outcome = attempt(order, victim, task);
            if (outcome.result() == Ending.Result.EVICTED) {
                evicted.add(victim);
            }
            return outcome.result().fate();
        });
        Set<String> ids = new HashSet<>();
        evicted.forEach(victim -> ids.add(victim.id()));
        memory = memory.after(order.pool(), ids, clock.instant());
        if (!evicted.isEmpty()) {
            witness.evicted(order.pool(), List.copyOf(evicted));
        }
    }

    private Ending.Outcome attempt(EvictionOrder order, Victim victim, EvictionTask task) {
        Ending.Outcome outcome;
        if (clock.instant().isAfter(order.decidedAt().plus(VALID))) {
            outcome = new Ending.Outcome(Ending.Result.LATE, "decided more than " + VALID.toSeconds() + " s ago");
        } else {
            Ending ending = endings.get(victim.kind());
            outcome = ending == null
                    ? new Ending.Outcome(Ending.Result.FAILED, "nothing ends a " + victim.kind())
                    : ending.end(victim, order.pool(), task.feature().wireName());
        }
        metrics.counter(MetricNames.of(
                        "koord_koordlet_evictions_total",
                        "feature",
                        task.feature().wireName(),
                        "kind",
                        victim.kind().name().toLowerCase(Locale.ROOT),
                        "result",
                        outcome.result().name().toLowerCase(Locale.ROOT)))
                .inc();
        witness.attempted(victim, task, outcome);
        return outcome;
    }

    /** What was evicted a short time ago. */
    public EvictionMemory memory() {
        return memory;
    }

    /** A call that is under way ends by itself. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
