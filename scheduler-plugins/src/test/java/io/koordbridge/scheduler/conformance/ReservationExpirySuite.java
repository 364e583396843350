package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.scheduler.facts.reservation.ReservationExpiry;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.time.Instant;

/** Suite scheduler-quota/reservation-expiry. */
public final class ReservationExpirySuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "scheduler-quota/reservation-expiry";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ReservationExpiry expiry = ReservationExpiry.of(
                Json.as(input.path("reservation"), Reservation.class),
                Instant.parse(input.path("now").asText()),
                Duration.ofSeconds(input.path("gcDurationSeconds").asLong()));
        ObjectNode answer = Json.MAPPER.createObjectNode();
        answer.put("expire", expiry.expires());
        answer.put("requeueAfterSeconds", expiry.lookAgain().toMillis() / 1_000.0);
        answer.put("garbage", expiry.garbage());
        return answer;
    }
}
