package io.koordbridge.manager.server.webhook;

import io.koordbridge.admission.objectdecoding.UndecodableException;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;

/** What every path says to an object that is missing or not of its kind. */
public final class ReviewDecision {

    private ReviewDecision() {}

    /** What a handler says to a review; an object that does not decode is refused with the reason. */
    public static AdmissionResult of(AdmissionHandler handler, Request request) {
        try {
            return handler.decide(request);
        } catch (UndecodableException e) {
            return AdmissionResult.refused(String.valueOf(e.getMessage()));
        }
    }
}
