package io.koordbridge.descheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.api.migration.PodMigrationJobStatus.Condition;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationStatus;
import io.koordbridge.descheduler.decide.migration.EvictionOutcome;
import io.koordbridge.descheduler.decide.migration.JobFacts;
import io.koordbridge.descheduler.decide.migration.MigrationSettings;
import io.koordbridge.descheduler.decide.migration.MigrationWorld;
import io.koordbridge.protocol.Labels;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code descheduler/migration-reconcile}: passes of one job in a small cluster. */
public final class MigrationReconcileSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "descheduler/migration-reconcile";
    }

    @Override
    public JsonNode run(JsonNode input) {
        PodMigrationJob job = Json.as(input.get("job"), PodMigrationJob.class);
        String givenUid = JobFacts.of(job).pod().uid();
        MigrationWorld world =
                new MigrationWorld(job, Instant.parse(input.get("now").asText()));
        String mode = input.path("args").path("defaultJobMode").asText("");
        world.settings = mode.isEmpty() ? MigrationSettings.DEFAULT : new MigrationSettings(mode, false);
        input.path("pods").forEach(pod -> world.put(Json.as(pod, Pod.class)));
        input.path("reservations").forEach(one -> {
            Reservation reservation = Json.as(one, Reservation.class);
            world.reservations.put(reservation.getMetadata().getName(), reservation);
        });
        evictions(world, input);

        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode passes = out.putArray("passes");
        for (int number = 1; number <= input.path("passes").asInt(1); number++) {
            for (JsonNode change : input.path("changes")) {
                if (change.path("beforePass").asInt() == number) {
                    change(world, change);
                }
            }
            show(world, world.pass(), givenUid, passes.addObject());
        }
        return out;
    }

    private static void evictions(MigrationWorld world, JsonNode node) {
        if (node.has("evictFails")) {
            EvictionOutcome outcome = node.get("evictFails").asBoolean()
                    ? new EvictionOutcome(EvictionOutcome.Result.FAILED, "as the case says")
                    : new EvictionOutcome(EvictionOutcome.Result.EVICTED, "");
            world.evictor = pod -> outcome;
        }
    }

    private static void change(MigrationWorld world, JsonNode change) {
        if (change.hasNonNull("now")) {
            world.now = Instant.parse(change.get("now").asText());
        }
        change.path("deletePods")
                .forEach(name -> world.pods
                        .values()
                        .removeIf(pod -> pod.getMetadata().getName().equals(name.asText())
                                || MigrationWorld.key(pod).equals(name.asText())));
        change.path("deleteReservations").forEach(name -> world.reservations.remove(name.asText()));
        change.path("setPods").forEach(pod -> world.put(Json.as(pod, Pod.class)));
        change.path("setReservations").forEach(one -> {
            Reservation kept = world.reservations.get(one.at("/metadata/name").asText());
            if (kept != null) {
                kept.setStatus(Json.as(one.path("status"), ReservationStatus.class));
            }
        });
        evictions(world, change);
    }

    private static void show(MigrationWorld world, MigrationWorld.Pass pass, String givenUid, ObjectNode out) {
        JobFacts job = JobFacts.of(world.job);
        PodMigrationJobStatus status = job.status();
        out.put("phase", job.phase());
        out.put("status", orEmpty(status.status()));
        out.put("reason", orEmpty(status.reason()));
        ArrayNode conditions = out.putArray("conditions");
        for (Condition one : Objects.requireNonNullElse(status.conditions(), List.<Condition>of())) {
            conditions.add(one.type() + "=" + one.status() + "/" + orEmpty(one.reason()));
        }
        if (status.nodeName() != null) {
            out.put("nodeName", status.nodeName());
        }
        if (status.podRef() != null) {
            out.put(
                    "newPod",
                    status.podRef().getNamespace() + "/" + status.podRef().getName());
        }
        if (givenUid.isEmpty() && !job.pod().uid().isEmpty()) {
            out.put("podRefUID", job.pod().uid());
        }
        if (job.reservation() != null) {
            out.put("reservationRef", job.reservation().name());
        }
        ArrayNode reservations = out.putArray("reservations");
        world.reservations.forEach((name, one) -> reservations.add(name + " ordered="
                + Objects.requireNonNullElse(one.getMetadata().getLabels(), Map.of())
                        .containsKey(Labels.RESERVATION_ORDER)));
        ArrayNode evicted = out.putArray("evicted");
        pass.evicted().forEach(evicted::add);
        Duration again = pass.error().isEmpty() ? pass.again() : null;
        out.put("requeueAfterSeconds", again == null ? 0 : again.toSeconds());
        out.put("error", !pass.error().isEmpty());
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
