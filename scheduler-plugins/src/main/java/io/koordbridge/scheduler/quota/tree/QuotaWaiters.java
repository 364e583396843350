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
 * Pods that wait for room in their quota. Soon after a change of the ledger all that fit now, in the order of the queue, get the room for a
 * while and are tried again, while this replica leads. A change of a quota is no event of kube-scheduler. Thread safe.
 */
public final class QuotaWaiters implements AutoCloseable {

    /** Longer than kube-scheduler's back-off. */
    private static final Duration HOLD = Duration.ofSeconds(15);

    /** More of it where many enter at once: kube-scheduler tries one after the other. */
    private static final Duration HOLD_FOR_EACH = Duration.ofMillis(20);

    private static final Duration PERIOD = Duration.ofMillis(500);
    private static final Duration CALLS = Duration.ofMinutes(1);
    /** Between two signs of life. */
    private static final int MOST_AT_ONCE = 500;
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
        List<PodFacts> entering = entering();
        for (int from = 0; from < entering.size(); from += MOST_AT_ONCE) {
            heartbeat.beat();
            wake(entering.subList(from, Math.min(from + MOST_AT_ONCE, entering.size())));
        }
    }

    /** Those that have their room from now on. */
    private List<PodFacts> entering() {
        List<PodFacts> entering = new ArrayList<>();
        Instant until = clock.instant().plus(HOLD);
        for (PodFacts pod : longerThan(Duration.ZERO)) {
            if (!ledger.waits(pod.uid(), pod.key())) {
                settled(pod.uid());
            } else if (ledger.enter(pod.key(), until).code().allows()) {
                entering.add(pod);
                until = until.plus(HOLD_FOR_EACH);
            }
        }
        return entering;
    }

    private void wake(List<PodFacts> pods) {
        pods.forEach(pod -> settled(pod.uid()));
        List<PodFacts> failed = api.wakeAll(pods);
        failed.forEach(pod -> {
            ledger.release(pod.key());
            refused(pod);
        });
        count("ok", pods.size() - failed.size());
        count("failed", failed.size());
    }

    private void count(String result, int pods) {
        metrics.counter(MetricNames.of("koord_scheduler_quota_wakes_total", "result", result))
                .inc(pods);
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
