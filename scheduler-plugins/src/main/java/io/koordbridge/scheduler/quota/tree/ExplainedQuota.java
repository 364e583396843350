package io.koordbridge.scheduler.quota.tree;

import java.util.List;
import java.util.Optional;

/**
 * How the runtime of a quota came about, and why its pods wait, as readers see it.
 *
 * @param parent whose runtime is divided
 * @param waiting pods of the quota without a node, by name; the first ones of many
 */
public record ExplainedQuota(
        String quota, String parent, List<QuotaExplanation.Term> resources, List<WaitingPod> waiting) {

    private static final int MOST_WAITING = 20;

    public ExplainedQuota {
        resources = List.copyOf(resources);
        waiting = List.copyOf(waiting);
    }

    /**
     * A pod that waits.
     *
     * @param pod namespace and name
     */
    public record WaitingPod(String pod, String reason) {}

    /** Of a quota by name, empty when it is not in use. */
    public static Optional<ExplainedQuota> of(QuotaLedger ledger, String name) {
        return ledger.explanation(name)
                .map(explained -> new ExplainedQuota(
                        explained.quota(),
                        explained.parent(),
                        explained.resources(),
                        ledger.pods(name).stream()
                                .filter(entry -> !entry.assigned())
                                .limit(MOST_WAITING)
                                .map(entry -> waiting(ledger, entry.pod()))
                                .toList()));
    }

    private static WaitingPod waiting(QuotaLedger ledger, PodQuota pod) {
        QuotaVerdict verdict = ledger.check(pod.key());
        return new WaitingPod(pod.key(), verdict.code().allows() ? "its quota has room" : verdict.message());
    }
}
