package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.scheduler.plugin.GateTrial;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Pods that enter their quotas one after the other: no other pod sees it, and no quota changes. For one thread. */
final class QuotaTrial implements GateTrial {

    private final QuotaLedger ledger;
    private final QuotaWaiters waiters;
    /** Sums by quota. */
    private final Map<String, QuotaDemand> entered = new HashMap<>();

    /** A pod and what it adds to its quota. */
    private record Addition(String quota, QuotaDemand demand) {}

    private final Map<String, Addition> additions = new HashMap<>();

    /**
     * A trial without pods.
     *
     * @param waiters takes the pods that are refused, for which others of their quota may be preempted
     */
    QuotaTrial(QuotaLedger ledger, QuotaWaiters waiters) {
        this.ledger = ledger;
        this.waiters = waiters;
    }

    @Override
    public FitResult enter(PodFacts pod) {
        if (!ledger.knows(pod.uid(), pod.key())) {
            return QuotaGate.NOT_SEEN;
        }
        QuotaVerdict verdict = ledger.checkBeside(pod.key(), entered, additions.keySet());
        if (!verdict.code().allows()) {
            waiters.refusedInPlan(pod);
            return new FitResult(FitCode.UNSCHEDULABLE, List.of(verdict.reason()));
        }
        waiters.settledInPlan(pod.uid());
        Addition addition = new Addition(verdict.quota(), ledger.addition(pod.key()));
        additions.put(pod.key(), addition);
        entered.merge(addition.quota(), addition.demand(), QuotaDemand::plus);
        return FitResult.FITS;
    }

    @Override
    public void leave(PodFacts pod) {
        Addition addition = additions.remove(pod.key());
        if (addition != null) {
            entered.computeIfPresent(addition.quota(), (quota, sum) -> sum.minus(addition.demand()));
        }
    }
}
