package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.nodecheck.NodeTraits;
import io.koordbridge.api.pod.PodRequests;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.scheduler.facts.reservation.PodClaim;
import io.koordbridge.scheduler.facts.reservation.PodClaimReader;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts;
import io.koordbridge.scheduler.facts.reservation.ReservationFacts.Policy;
import io.koordbridge.scheduler.facts.reservation.ReservationMatch;
import io.koordbridge.scheduler.facts.reservation.ReservationMatch.Verdict;
import io.koordbridge.scheduler.facts.reservation.ReservationReader;
import io.koordbridge.scheduler.facts.reservation.ReservationRoom;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Suite scheduler-quota/reservation-match. */
public final class ReservationMatchSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "scheduler-quota/reservation-match";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode answer = Json.MAPPER.createObjectNode();
        Pod pod = Json.as(input.path("pod"), Pod.class);
        PodClaim claim = PodClaimReader.read(pod);
        if (!claim.problem().isEmpty()) {
            return answer.put("error", true);
        }
        ReservationFacts reservation = ReservationReader.read(Json.as(input.path("reservation"), Reservation.class));
        List<ResourceVector> assigned = new ArrayList<>();
        input.path("assignedPods").forEach(object -> assigned.add(request(Json.as(object, Pod.class))));
        ReservationRoom room = ReservationRoom.of(reservation, assigned);
        NodeTraits node = NodeTraits.of(Json.as(input.path("node"), Node.class));
        Verdict verdict = ReservationMatch.of(claim, request(pod), reservation, node.labels());
        boolean matched = verdict == Verdict.MATCHES || verdict == Verdict.IGNORED;
        answer.put("usable", room.isUsable());
        answer.put("matched", matched);
        if (verdict != Verdict.MATCHES) {
            answer.put("reason", reason(verdict));
        }
        answer.put("availableMilliCPU", room.remaining().get(ResourceNames.CPU));
        answer.put("availableMemoryBytes", room.remaining().get(ResourceNames.MEMORY));
        if (matched && reservation.terms().policy() == Policy.RESTRICTED) {
            ArrayNode names = answer.putArray("restrictedInsufficient");
            room.shortages(request(pod)).forEach(names::add);
        }
        return answer;
    }

    private static ResourceVector request(Pod pod) {
        return ResourceVector.ofExact(PodRequests.of(pod));
    }

    private static String reason(Verdict verdict) {
        return verdict == Verdict.EXACT_MATCH ? "exactMatch" : verdict.name().toLowerCase(Locale.ROOT);
    }
}
