package io.koordbridge.koordlet.evict;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.thread.DaemonThreads;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out orders in a thread of its own, one victim after the other; of each pool only the newest order waits. A victim that stays is
 * passed over, and the next one has its turn. Pods and containers have a lane each: where one does not answer in time, the round goes on
 * with the other.
 */
public final class Evictor implements Consumer<EvictionOrder>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Evictor.class);
    /** What was decided so long ago says nothing about now. */
    private static final Duration VALID = Duration.ofSeconds(5);

    /** A plugin is on the node; an API server that takes longer is in trouble. */
    private static final Map<Victim.Kind, Duration> PATIENCE =
            Map.of(Victim.Kind.POD, Duration.ofMillis(500), Victim.Kind.YARN_CONTAINER, Duration.ofSeconds(2));

    private final Map<Victim.Kind, Lane> lanes = new EnumMap<>(Victim.Kind.class);
    private final Witness witness;
    private final Map<Pool, Duration> coolDowns;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final Map<Pool, EvictionOrder> waiting = new ConcurrentHashMap<>();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(DaemonThreads.named("koordlet-evict"));
    private volatile EvictionMemory memory;
    private volatile Stays stays = Stays.NONE;

    /** Sees what happens to victims, in threads of the evictor; it must not wait. */
    public interface Witness {

        /** One attempt. */
        void attempted(Victim victim, EvictionTask task, Ending.Outcome outcome);

        /** The end of a round that had victims, or a victim of an earlier round whose answer came late. */
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
        this(endings, PATIENCE, witness, coolDowns, memory, clock, metrics);
    }

    /** With another patience: how long the round waits for an answer. */
    Evictor(
            Map<Victim.Kind, Ending> endings,
            Map<Victim.Kind, Duration> patience,
            Witness witness,
            Map<Pool, Duration> coolDowns,
            EvictionMemory memory,
            Clock clock,
            MetricRegistry metrics) {
        endings.forEach((kind, ending) ->
                lanes.put(kind, new Lane(kind, ending, patience.getOrDefault(kind, Duration.ZERO))));
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
        Instant now = clock.instant();
        if (memory.isCooling(order.pool(), coolDowns.getOrDefault(order.pool(), Duration.ZERO), now)) {
            return;
        }
        Set<String> leaving = new HashSet<>(order.leaving());
        leaving.addAll(memory.recent(now));
        Round round = new Round(order);
        EvictionRound.run(order.tasks(), leaving, round::attempt);
        remember(order.pool(), round.evicted);
    }

    private void remember(Pool pool, Set<Victim> evicted) {
        if (evicted.isEmpty()) {
            return;
        }
        Set<String> ids = evicted.stream().map(Victim::id).collect(Collectors.toSet());
        synchronized (this) {
            memory = memory.after(pool, ids, clock.instant());
        }
        witness.evicted(pool, List.copyOf(evicted));
    }

    /** One order on its way. */
    private final class Round {
        private final EvictionOrder order;
        private final Set<Victim> evicted = new HashSet<>();
        private boolean late;

        Round(EvictionOrder order) {
            this.order = order;
        }

        /** Who stayed a short time ago, or waits for an earlier call of the lane, has no turn, and nothing is said about it. */
        EvictionRound.Fate attempt(Victim victim, EvictionTask task) {
            if (late || stays.waits(victim.id(), clock.instant())) {
                return EvictionRound.Fate.STAYS;
            }
            if (clock.instant().isAfter(order.decidedAt().plus(VALID))) {
                late = true;
                return ended(
                        victim,
                        task,
                        new Ending.Outcome(Ending.Result.LATE, "decided more than " + VALID.toSeconds() + " s ago"));
            }
            Optional<Ending.Outcome> outcome = call(victim, task);
            if (outcome.isEmpty()) {
                return EvictionRound.Fate.STAYS;
            }
            if (outcome.get().result() == Ending.Result.EVICTED) {
                evicted.add(victim);
            }
            return ended(victim, task, outcome.get());
        }

        private Optional<Ending.Outcome> call(Victim victim, EvictionTask task) {
            Lane lane = lanes.get(victim.kind());
            if (lane == null) {
                return Optional.of(new Ending.Outcome(Ending.Result.FAILED, "nothing ends a " + victim.kind()));
            }
            String reason = task.feature().wireName();
            return lane.call(ending -> ending.end(victim, order.pool(), reason), outcome -> {
                EvictionRound.Fate fate = ended(victim, task, outcome);
                if (fate == EvictionRound.Fate.EVICTED) {
                    remember(order.pool(), Set.of(victim));
                }
            });
        }
    }

    private EvictionRound.Fate ended(Victim victim, EvictionTask task, Ending.Outcome outcome) {
        metrics.counter(MetricNames.of(
                        "koord_koordlet_evictions_total",
                        "feature",
                        task.feature().wireName(),
                        "kind",
                        victim.kind().name().toLowerCase(Locale.ROOT),
                        "result",
                        outcome.result().name().toLowerCase(Locale.ROOT)))
                .inc();
        if (outcome.result() != Ending.Result.LATE) {
            synchronized (this) {
                stays = stays.after(victim.id(), outcome.result(), clock.instant());
            }
        }
        witness.attempted(victim, task, outcome);
        return outcome.result().fate();
    }

    /** What was evicted a short time ago. */
    public EvictionMemory memory() {
        return memory;
    }

    /** A call that is under way ends by itself. */
    @Override
    public void close() {
        thread.shutdownNow();
        lanes.values().forEach(Lane::close);
    }
}
