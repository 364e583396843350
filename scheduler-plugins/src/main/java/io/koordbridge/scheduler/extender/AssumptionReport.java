package io.koordbridge.scheduler.extender;

import io.koordbridge.scheduler.view.Assumption;
import java.util.Map;

/**
 * A placement under way in a debug view.
 *
 * @param pod namespace and name
 * @param uid unique id of the pod
 * @param node where to
 * @param checkAt when the API server is asked if no event comes
 * @param request what the pod takes
 */
record AssumptionReport(String pod, String uid, String node, String checkAt, Map<String, Long> request) {

    static AssumptionReport of(Assumption assumption) {
        return new AssumptionReport(
                assumption.pod().key(),
                assumption.pod().uid(),
                assumption.node(),
                assumption.checkAt().toString(),
                assumption.pod().request().amounts());
    }
}
