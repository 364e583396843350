package io.koordbridge.scheduler.quota.tree;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.periodic.PeriodicTasks;
import io.koordbridge.kube.periodic.PeriodicTasks.Heartbeat;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.wake.WakeApi;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Pods that wait for room in their quota. Each second after a change of the ledger those that fit now, in the order of the queue, get
 * the room for a while and are tried again, while this replica leads. A change of a quota is no event of kube-scheduler. Thread safe.
 */
public final class QuotaWaiters implements AutoCloseable {

    /** Longer than kube-scheduler's back-off. */
    private static final Duration HOLD = Duration.ofSeconds(15);

    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Duration CALLS = Duration.ofMinutes(1);
    private static final int MOST_IN_A_ROUND = 50;
    /** Beyond that the oldest are forgotten: kube-scheduler tries those pods again after five minutes. */
    private static final int MOST = 20_000;

    private final QuotaLedger ledger;
    private final WakeApi api;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final Map<String, Waiter> waiting = new LinkedHashMap<>();
    private final AtomicBoolean added = new AtomicBoolean();
    private long looked = -1;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /** A pod, and when its quota refused it first. */
    private record Waiter(PodFacts pod, Instant since) {}

    /** No pods of a ledger yet. */
    public QuotaWaiters(QuotaLedger ledger, WakeApi api, Clock clock, MetricRegistry metrics) {
        this.ledger = ledger;
        this.api = api;
        this.clock = clock;
        this.metrics = metrics;
    }

    /** Begins its rounds. */
    public void start(PeriodicTasks tasks) {
        heartbeat = tasks.every("quota-wake", PERIOD, CALLS, this::round);
    }

    /** A pod's quota has no room. */
    void refused(PodFacts pod) {
        synchronized (waiting) {
            Waiter known = waiting.remove(pod.uid());
            waiting.put(pod.uid(), new Waiter(pod, known == null ? clock.instant() : known.since()));
            if (waiting.size() > MOST) {
                waiting.remove(waiting.keySet().iterator().next());
            }
        }
    }

    /** A pod waits for room before kube-scheduler sees it; one that is known keeps its time. */
    public void waits(PodFacts pod) {
        synchronized (waiting) {
            if (waiting.putIfAbsent(pod.uid(), new Waiter(pod, clock.instant())) == null) {
                added.set(true);
            }
        }
    }

    /** The pod was let in, is bound or gone. */
    public void settled(String uid) {
        synchronized (waiting) {
            waiting.remove(uid);
        }
    }

    /** One round. */
    public void round() {
        if (!api.acts()) {
            return;
        }
        long now = ledger.version();
        if (!added.getAndSet(false) && now == looked) {
            return;
        }
        looked = now;
        int woken = 0;
        for (PodFacts pod : longerThan(Duration.ZERO)) {
            if (woken == MOST_IN_A_ROUND || !api.acts()) {
                looked = -1;
                return;
            }
            woken += enters(pod) ? 1 : 0;
        }
    }

    private boolean enters(PodFacts pod) {
        if (!ledger.waits(pod.uid(), pod.key())) {
            settled(pod.uid());
            return false;
        }
        Instant until = clock.instant().plus(HOLD);
        if (!ledger.enter(pod.key(), until).code().allows()) {
            return false;
        }
        heartbeat.beat();
        settled(pod.uid());
        boolean woken = api.wake(pod);
        if (!woken) {
            ledger.release(pod.key());
            refused(pod);
        }
        metrics.counter(MetricNames.of("koord_scheduler_quota_wakes_total", "result", woken ? "ok" : "failed"))
                .inc();
        return true;
    }

    /** Pods that wait for at least this long, in the order of the queue. */
    public List<PodFacts> longerThan(Duration least) {
        Instant latest = clock.instant().minus(least);
        List<Ranked> pods = new ArrayList<>();
        synchronized (waiting) {
            waiting.values().forEach(one -> {
                if (!one.since().isAfter(latest)) {
                    pods.add(new Ranked(one.pod(), ledger.rank(one.pod().key())));
                }
            });
        }
        pods.sort(Comparator.comparing(Ranked::rank, PodRank.QUEUE));
        return pods.stream().map(Ranked::pod).toList();
    }

    private record Ranked(PodFacts pod, PodRank rank) {}

    @Override
    public void close() {
        heartbeat.close();
    }
}
