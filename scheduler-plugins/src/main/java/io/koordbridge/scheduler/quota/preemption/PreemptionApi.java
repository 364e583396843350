package io.koordbridge.scheduler.quota.preemption;

import io.koordbridge.kube.write.PodEvictions;
import io.koordbridge.scheduler.preempt.budget.DisruptionApi;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import java.util.Optional;

/** What a preemption asks of the API server. */
public interface PreemptionApi extends DisruptionApi {

    /** What the pod says of its preemptions, empty when it is gone. */
    Optional<PreemptionRight> right(PodQuota pod);

    /** Evicts a pod. */
    PodEvictions.Outcome evict(PodQuota victim, PodQuota preemptor);
}
