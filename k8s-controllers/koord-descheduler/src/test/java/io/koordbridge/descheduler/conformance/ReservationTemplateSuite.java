package io.koordbridge.descheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.decide.migration.ReservationTemplate;
import io.koordbridge.protocol.Labels;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Instant;

/** {@code descheduler/reservation-template}: the reservation that a job makes. */
public final class ReservationTemplateSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "descheduler/reservation-template";
    }

    @Override
    public JsonNode run(JsonNode input) {
        JsonNode made = Json.tree(ReservationTemplate.of(
                Json.as(input.get("job"), PodMigrationJob.class), Json.as(input.get("pod"), Pod.class), Instant.EPOCH));
        JsonNode template = made.at("/spec/template");
        ObjectNode labels = (ObjectNode) made.at("/metadata/labels");
        labels.remove(Labels.RESERVATION_ORDER);
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.set("name", made.at("/metadata/name"));
        out.set("labels", labels);
        out.set("owners", made.path("spec").get("owners"));
        out.set("ttl", made.path("spec").get("ttl"));
        out.set("expires", made.path("spec").get("expires"));
        out.set("allocateOnce", made.path("spec").get("allocateOnce"));
        out.put("nodeName", template.at("/spec/nodeName").asText(""));
        out.set("affinity", template.path("spec").get("affinity"));
        out.put("templatePodName", template.at("/metadata/name").asText(""));
        return out;
    }
}
