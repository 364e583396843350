package io.koordbridge.manager.server.webhook;

import io.koordbridge.admission.objectdecoding.UndecodableException;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What every path says to an object that is missing or not of its kind. */
public final class ReviewDecision {

    private static final Logger LOG = LoggerFactory.getLogger(ReviewDecision.class);

    private ReviewDecision() {}

    /** What a handler says to a review; an object that does not decode is refused with the reason. */
    public static AdmissionResult of(AdmissionHandler handler, Request request) {
        try {
            return handler.decide(request);
        } catch (UndecodableException e) {
            LOG.warn(
                    "object refused path={} object={}/{} user={} reason={}",
                    handler.served().path(),
                    request.namespace(),
                    request.name(),
                    request.userName(),
                    e.getMessage());
            return AdmissionResult.refused(String.valueOf(e.getMessage()));
        }
    }
}
