package io.koordbridge.descheduler.decide.pod;

import io.koordbridge.api.nodecheck.PodConstraints;
import io.koordbridge.protocol.PureCore;
import java.util.Map;

/**
 * What decides where a pod could run.
 *
 * @param requests by resource name as Kubernetes sums them: cpu in milli-cores, all others in their own unit (memory in bytes)
 * @param constraints node selector, affinity, tolerations, ports
 */
@PureCore
public record PodFit(Map<String, Long> requests, PodConstraints constraints) {

    public PodFit {
        requests = Map.copyOf(requests);
    }
}
