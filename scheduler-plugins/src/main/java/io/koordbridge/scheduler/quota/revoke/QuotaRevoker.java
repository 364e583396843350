package io.koordbridge.scheduler.quota.revoke;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.kube.write.PodEvictions;
import io.koordbridge.kube.write.PodEvictions.Result;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches what quotas use, and evicts what is too much for too long while this replica leads. */
public final class QuotaRevoker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(QuotaRevoker.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration CALLS = Duration.ofMinutes(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Set<String> SPARED = Set.of(WellKnown.ROOT_QUOTA, WellKnown.SYSTEM_QUOTA);

    private final QuotaLedger ledger;
    private final RevokeArgs args;
    private final Function<PodQuota, PodEvictions.Outcome> evictions;
    private final Predicate<Duration> acts;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final Map<String, Instant> lastGood = new HashMap<>();
    private final Map<String, Deque<Instant>> evicted = new HashMap<>();
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /**
     * A watch of a ledger.
     *
     * @param acts whether this replica may evict, for at least some time
     */
    public QuotaRevoker(
            QuotaLedger ledger,
            RevokeArgs args,
            Function<PodQuota, PodEvictions.Outcome> evictions,
            Predicate<Duration> acts,
            Clock clock,
            MetricRegistry metrics) {
        this.ledger = ledger;
        this.args = args;
        this.evictions = evictions;
        this.acts = acts;
        this.clock = clock;
        this.metrics = metrics;
    }

    /** Begins its rounds if pods are to be evicted. */
    public void start(PeriodicTasks tasks) {
        if (args.monitorAllQuotas()) {
            heartbeat = tasks.every("quota-revoke", PERIOD, CALLS, this::round);
        }
    }

    /** One round. */
    void round() {
        if (!acts.test(PodEvictions.CALL)) {
            lastGood.clear();
            return;
        }
        Instant now = clock.instant();
        Set<String> seen = new HashSet<>();
        ledger.states()
                .values()
                .forEach(states -> states.forEach((name, state) -> {
                    if (!SPARED.contains(name)) {
                        seen.add(name);
                        look(name, state, now);
                    }
                }));
        lastGood.keySet().retainAll(seen);
        evicted.keySet().retainAll(seen);
    }

    private void look(String name, QuotaState state, Instant now) {
        Instant good = lastGood.computeIfAbsent(name, first -> now);
        if (state.used().fitsIn(state.runtime())) {
            lastGood.put(name, now);
        } else if (now.isAfter(good.plus(args.delayEvictTime().toJavaDuration()))) {
            lastGood.put(name, now);
            revoke(name, state, now);
        }
    }

    private void revoke(String name, QuotaState state, Instant now) {
        List<PodQuota> assigned = ledger.pods(name).stream()
                .map(QuotaLedger.Entry::pod)
                .filter(PodQuota::bound)
                .toList();
        Deque<Instant> recent = evicted.computeIfAbsent(name, first -> new ArrayDeque<>());
        recent.removeIf(at -> !at.plus(MINUTE).isAfter(now));
        // Where the limit ends it, the more important stay.
        List<PodQuota> order = new ArrayList<>(OveruseSelection.select(state.runtime(), state.used(), assigned));
        order.sort(OveruseSelection.LEAST_IMPORTANT);
        for (PodQuota pod : order) {
            if (recent.size() >= args.mostPerMinute() || !acts.test(PodEvictions.CALL)) {
                return;
            }
            recent.add(now);
            evict(name, state, pod);
        }
    }

    private void evict(String name, QuotaState state, PodQuota pod) {
        heartbeat.beat();
        PodEvictions.Outcome outcome =
                args.dryRun() ? new PodEvictions.Outcome(Result.EVICTED, "dry run") : evictions.apply(pod);
        metrics.counter(MetricNames.of(
                        "koord_scheduler_quota_revokes_total",
                        "result",
                        args.dryRun() ? "dry_run" : outcome.result().name().toLowerCase(Locale.ROOT)))
                .inc();
        LOG.info(
                "Quota uses more than it may quota={} used={} runtime={} pod={} eviction={} {}",
                name,
                state.used(),
                state.runtime(),
                pod.key(),
                outcome.result(),
                outcome.problem());
    }

    @Override
    public void close() {
        heartbeat.close();
    }
}
