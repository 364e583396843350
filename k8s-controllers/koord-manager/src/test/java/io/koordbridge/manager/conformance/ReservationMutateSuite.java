package io.koordbridge.manager.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.koordbridge.admission.mutation.CompiledProfile;
import io.koordbridge.admission.mutation.PodMutation;
import io.koordbridge.admission.mutation.ReservationMutation;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reservations through the mutating webhook. */
public final class ReservationMutateSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "manager/reservation-mutate";
    }

    @Override
    public JsonNode run(JsonNode input) {
        List<CompiledProfile> profiles = new ArrayList<>();
        input.path("profiles")
                .forEach(one -> profiles.add(CompiledProfile.of(Json.as(one, ClusterColocationProfile.class))));
        Map<String, PriorityClass> priorityClasses = new HashMap<>();
        input.path("priorityClasses").forEach(one -> {
            PriorityClass found = Json.as(one, PriorityClass.class);
            priorityClasses.put(found.getMetadata().getName(), found);
        });
        PodMutation.Outcome outcome = ReservationMutation.mutate(
                (ObjectNode) input.get("reservation"),
                profiles,
                priorityClasses,
                profile -> input.path("randomDraw").asInt());
        ObjectNode out = Json.MAPPER.createObjectNode();
        if (outcome.refusal() == null) {
            out.set("reservation", outcome.pod());
        } else {
            out.put("error", true);
        }
        return out;
    }

    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        if (expect.path("error").asBoolean()) {
            return actual.path("error").asBoolean() ? Optional.empty() : Optional.of("expected an error: " + actual);
        }
        return VectorTrees.difference(expect, actual, PodMutateSuite::holdsQuantities);
    }
}
