package io.koordbridge.manager.handlers.reservation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.admission.mutation.PodMutation;
import io.koordbridge.admission.mutation.ReservationMutation;
import io.koordbridge.admission.objectdecoding.ObjectDecoding;
import io.koordbridge.manager.profile.view.ProfileDraw;
import io.koordbridge.manager.profile.view.ProfileView;
import io.koordbridge.manager.profile.view.ProfileWarnings;
import io.koordbridge.manager.server.webhook.AdmissionHandler;
import io.koordbridge.manager.server.webhook.AdmissionPath;
import io.koordbridge.manager.server.webhook.AdmissionResult;
import io.koordbridge.manager.server.webhook.AdmissionReviews.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers {@code /mutate-reservation}. */
public final class ReservationAdmission implements AdmissionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(ReservationAdmission.class);
    private static final AdmissionPath SERVED =
            AdmissionPath.mutate("/mutate-reservation", "reservation", "ClusterColocationProfile");

    private final ProfileView view;
    private final ProfileWarnings findings;

    public ReservationAdmission(ProfileView view, ProfileWarnings findings) {
        this.view = view;
        this.findings = findings;
    }

    @Override
    public AdmissionPath served() {
        return SERVED;
    }

    @Override
    public boolean ready() {
        return view.synced();
    }

    @Override
    public AdmissionResult decide(Request request) {
        if (!request.isAbout("reservations", "CREATE")) {
            return AdmissionResult.allowed();
        }
        ObjectNode reservation = request.presentObject();
        ObjectDecoding.checkReservation(reservation);
        PodMutation.Outcome outcome =
                ReservationMutation.mutate(reservation, view.profiles(), view.priorityClasses(), ProfileDraw::next);
        outcome.findings().forEach(findings::tell);
        if (outcome.refusal() != null) {
            return AdmissionResult.failed(outcome.refusal());
        }
        AdmissionResult changed = AdmissionResult.changed(reservation, outcome.pod());
        if (!changed.patch().isEmpty()) {
            String name = reservation.path("metadata").path("name").asText("");
            LOG.info("reservation mutated reservation={} profiles={}", name, outcome.applied());
        }
        return changed;
    }
}
