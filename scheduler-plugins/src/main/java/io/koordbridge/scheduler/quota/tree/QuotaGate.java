package io.koordbridge.scheduler.quota.tree;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.scheduler.plugin.GateTrial;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Refuses pods whose quota has no room, and holds that room for those that pass. */
public final class QuotaGate implements PodGate {

    /** Twice the longest scheduling cycle: a pod that is not bound then has to ask again. */
    private static final Duration CYCLE = Duration.ofSeconds(20);
    /** A binding that may have been written shows itself in the pod's events within this. */
    private static final Duration BOUND = Duration.ofMinutes(5);

    static final FitResult NOT_SEEN = new FitResult(FitCode.UNSCHEDULABLE, List.of("the pod's quota is not known yet"));

    private final QuotaLedger ledger;
    private final QuotaWaiters waiters;
    private final Clock clock;
    private final MetricRegistry metrics;

    /**
     * A gate over a ledger.
     *
     * @param waiters takes the pods that are refused
     */
    public QuotaGate(QuotaLedger ledger, QuotaWaiters waiters, Clock clock, MetricRegistry metrics) {
        this.ledger = ledger;
        this.waiters = waiters;
        this.clock = clock;
        this.metrics = metrics;
    }

    @Override
    public FitResult admit(PodFacts pod) {
        // One that is not seen yet is decided about when it is bound.
        if (!ledger.knows(pod.uid(), pod.key())) {
            return FitResult.FITS;
        }
        // Before the check, so that a change right behind it is not missed.
        waiters.refused(pod);
        FitResult entered = entered(pod, clock.instant().plus(CYCLE));
        if (entered.fits()) {
            waiters.settled(pod.uid());
        }
        return entered;
    }

    @Override
    public FitResult hold(PodFacts pod, Instant deadline) {
        if (!ledger.knows(pod.uid(), pod.key())) {
            return NOT_SEEN;
        }
        FitResult entered = entered(pod, deadline);
        if (entered.fits()) {
            waiters.settledInPlan(pod.uid());
        } else {
            waiters.refusedInPlan(pod);
        }
        return entered;
    }

    @Override
    public FitResult confirm(PodFacts pod) {
        return ledger.knows(pod.uid(), pod.key()) ? entered(pod, clock.instant().plus(BOUND)) : NOT_SEEN;
    }

    @Override
    public long version() {
        return ledger.version();
    }

    @Override
    public GateTrial trial() {
        return new QuotaTrial(ledger, waiters);
    }

    private FitResult entered(PodFacts pod, Instant until) {
        QuotaVerdict verdict = ledger.enter(pod.key(), until);
        if (verdict.code().allows()) {
            return FitResult.FITS;
        }
        metrics.counter(MetricNames.of(
                        "koord_scheduler_quota_refusals_total",
                        "check",
                        verdict.code().name().toLowerCase(Locale.ROOT)))
                .inc();
        return new FitResult(FitCode.UNSCHEDULABLE, List.of(verdict.reason()));
    }

    @Override
    public List<String> details(PodFacts pod) {
        QuotaVerdict verdict = ledger.check(pod.key());
        if (verdict.quota().isEmpty()) {
            return List.of("quota: none");
        }
        String word = verdict.code().allows() ? "has room for the pod" : verdict.message();
        return List.of("quota " + verdict.quota() + ": " + word);
    }

    @Override
    public void release(PodFacts pod) {
        ledger.release(pod.key());
    }
}
