package io.koordbridge.admission.mutation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.koordbridge.admission.mutation.PodMutation.Finding;
import io.koordbridge.admission.objectdecoding.UndecodableException;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** The mutation of a Reservation that is created; manager specification section 9.8. Selectors of namespaces do not count. */
@PureCore
public final class ReservationMutation {

    private ReservationMutation() {}

    /**
     * Mutates a copy of the Reservation.
     *
     * @param draws a number 0..99 for each profile by its name, drawn for this Reservation
     * @return the changed Reservation in the place of the pod
     */
    public static PodMutation.Outcome mutate(
            ObjectNode reservation,
            List<CompiledProfile> profiles,
            Map<String, PriorityClass> priorityClasses,
            ToIntFunction<String> draws) {
        ObjectNode changed = reservation.deepCopy();
        List<Finding> findings = new ArrayList<>();
        List<String> applied = new ArrayList<>();
        List<ClusterColocationProfile> matching =
                ProfileMatching.matching(profiles, PodTree.texts(reservation, "labels"), findings);
        try {
            for (ClusterColocationProfile profile : matching) {
                if (ProfileMatching.chosen(profile, draws)) {
                    ProfileApplication.applyToReservation(profile, changed, priorityClasses);
                    applied.add(profile.getMetadata().getName());
                }
            }
        } catch (RefusedException | UndecodableException e) {
            return new PodMutation.Outcome(reservation, e.getMessage(), List.of(), findings, false);
        }
        return new PodMutation.Outcome(changed, null, applied, findings, false);
    }
}
