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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

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
    /** A plan that is not tried again within this is none any more. */
    private static final Duration FORGOTTEN = Duration.ofMinutes(2);
    /** Beyond that the oldest are forgotten: kube-scheduler tries those pods again after five minutes. */
    private static final int MOST = 20_000;

    private final QuotaLedger ledger;
    private final WakeApi api;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final Map<String, Waiter> waiting = new LinkedHashMap<>();
    /** Pods of plans that had no room for them. */
    private final Map<String, Planned> planned = new LinkedHashMap<>();

    private final AtomicBoolean added = new AtomicBoolean();
    private long looked = -1;
    private volatile Heartbeat heartbeat = Heartbeat.NOT_BEGUN;

    /** A pod, and when its quota refused it first. */
    private record Waiter(PodFacts pod, Instant since) {}

    /** A pod of a plan, when its quota refused it first in a row, and last. */
    private record Planned(PodFacts pod, Instant since, Instant last) {}

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

    /** The quota has no room for a pod that is planned with others: it is planned again by those who did. */
    void refusedInPlan(PodFacts pod) {
        Instant now = clock.instant();
        synchronized (planned) {
            Planned known = planned.remove(pod.uid());
            planned.put(pod.uid(), new Planned(pod, known == null ? now : known.since(), now));
            if (planned.size() > MOST) {
                planned.remove(planned.keySet().iterator().next());
            }
        }
    }

    /** The pod of a plan has room. */
    void settledInPlan(String uid) {
        synchronized (planned) {
            planned.remove(uid);
        }
    }

    /** Pods of plans that lack room for at least this long, in the order of the queue. */
    public List<PodFacts> plannedLongerThan(Duration least) {
        Instant now = clock.instant();
        synchronized (planned) {
            planned.values()
                    .removeIf(one -> one.last().plus(FORGOTTEN).isBefore(now)
                            || !ledger.waits(one.pod().uid(), one.pod().key()));
            return byRank(planned.values().stream()
                    .filter(one -> !one.since().isAfter(now.minus(least)))
                    .map(Planned::pod));
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
        Set<Object> refused = new HashSet<>();
        Instant until = clock.instant().plus(HOLD);
        for (PodFacts pod : longerThan(Duration.ZERO)) {
            if (!ledger.waits(pod.uid(), pod.key())) {
                settled(pod.uid());
                continue;
            }
            Object kind = ledger.kind(pod.key());
            if (refused.contains(kind)) {
                continue;
            }
            if (ledger.enter(pod.key(), until).code().allows()) {
                entering.add(pod);
                until = until.plus(HOLD_FOR_EACH);
            } else {
                refused.add(kind);
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
        List<PodFacts> pods;
        synchronized (waiting) {
            pods = waiting.values().stream()
                    .filter(one -> !one.since().isAfter(latest))
                    .map(Waiter::pod)
                    .toList();
        }
        return byRank(pods.stream());
    }

    private List<PodFacts> byRank(Stream<PodFacts> pods) {
        return pods.map(pod -> new Ranked(pod, ledger.rank(pod.key())))
                .sorted(Comparator.comparing(Ranked::rank, PodRank.QUEUE))
                .map(Ranked::pod)
                .toList();
    }

    private record Ranked(PodFacts pod, PodRank rank) {}

    @Override
    public void close() {
        heartbeat.close();
    }
}
