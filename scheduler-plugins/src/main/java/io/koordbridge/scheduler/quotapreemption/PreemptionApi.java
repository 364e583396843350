package io.koordbridge.scheduler.quotapreemption;

import io.koordbridge.kube.write.PodEvictions;
import io.koordbridge.scheduler.disruption.DisruptionApi;
import io.koordbridge.scheduler.quota.PodQuota;
import java.util.Optional;

/** What a preemption asks of the API server. */
public interface PreemptionApi extends DisruptionApi {

    /** What the pod says of its preemptions, empty when it is gone. */
    Optional<PreemptionRight> right(PodQuota pod);

    /** Evicts a pod. */
    PodEvictions.Outcome evict(PodQuota victim, PodQuota preemptor);
}
