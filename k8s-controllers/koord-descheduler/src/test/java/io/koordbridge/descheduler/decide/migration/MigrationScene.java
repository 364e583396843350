package io.koordbridge.descheduler.decide.migration;

import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationStatus;
import io.koordbridge.api.reservation.ReservationStatus.Condition;
import io.koordbridge.protocol.Annotations;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happens around one job while it runs: scheduler, workload controller and kubelet, each a tick late.
 *
 * @param byUs whether a process of this component made the job
 * @param withUid whether the job names the pod's uid
 * @param room what becomes of the reservation
 * @param refusals evictions that a budget refuses first; negative for all
 * @param sameName whether the successor has the pod's name
 */
public record MigrationScene(String mode, boolean byUs, boolean withUid, Room room, int refusals, boolean sameName) {

    /** The end of a reservation. */
    public enum Room {
        AVAILABLE,
        UNSCHEDULABLE,
        EXPIRED,
        NEVER
    }

    public static final Instant BEGIN = Instant.parse("2026-07-01T08:00:00Z");
    public static final String POD = "d/p";
    private static final String PROCESS = "koord-descheduler/an-earlier-one";

    public PodMigrationJob job() {
        Map<String, String> annotations = new HashMap<>(Map.of(Annotations.JOB_PASSED_ARBITRATION, "true"));
        if (byUs) {
            annotations.put(Annotations.JOB_CREATED_BY, PROCESS);
        }
        return job(mode, "5m0s", withUid ? "uid-p" : null, annotations);
    }

    public static PodMigrationJob job(
            @Nullable String mode, @Nullable String ttl, @Nullable String podUid, Map<String, String> annotations) {
        PodMigrationJob job = new PodMigrationJob();
        job.getMetadata().setName("job");
        job.getMetadata().setUid("job-uid");
        job.getMetadata().setResourceVersion("1");
        job.getMetadata().setCreationTimestamp(BEGIN.toString());
        job.getMetadata().setAnnotations(annotations);
        job.setSpec(new PodMigrationJobSpec(
                null,
                ttl,
                mode,
                new ObjectReferenceBuilder()
                        .withNamespace("d")
                        .withName("p")
                        .withUid(podUid)
                        .build(),
                null,
                null));
        return job;
    }

    /** A pod of ReplicaSet rs that runs. */
    public static Pod pod(String name, String uid, String node, boolean ready) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("d")
                .withName(name)
                .withUid(uid)
                .addNewOwnerReference()
                .withApiVersion("apps/v1")
                .withKind("ReplicaSet")
                .withName("rs")
                .withUid("uid-rs")
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .addNewContainer()
                .withName("main")
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready ? "True" : "False")
                .endCondition()
                .addNewCondition()
                .withType("PodScheduled")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build();
    }

    /** What an eviction does at once. */
    public static Pod terminating(Pod pod) {
        return new PodBuilder(pod)
                .editMetadata()
                .withDeletionTimestamp("2026-07-01T08:00:30Z")
                .endMetadata()
                .build();
    }

    /** One tick of all others. */
    public void tick(Map<String, Pod> pods, Map<String, Reservation> reservations) {
        reservations.values().forEach(one -> one.setStatus(scheduled(one)));
        Pod pod = pods.get(POD);
        boolean leaves = pod != null && pod.getMetadata().getDeletionTimestamp() != null;
        if (leaves) {
            pods.remove(POD);
            String name = sameName ? "p" : "w2";
            pods.put("d/" + name, pod(name, "uid-w2", "n2", false));
            return;
        }
        pods.replaceAll((key, one) -> isSuccessor(one) ? pod(one.getMetadata().getName(), "uid-w2", "n2", true) : one);
        pods.values().stream()
                .filter(MigrationScene::isSuccessor)
                .forEach(one -> reservations.values().forEach(reservation -> take(reservation, one)));
    }

    private static boolean isSuccessor(Pod pod) {
        return pod.getMetadata().getUid().equals("uid-w2");
    }

    private static void take(Reservation reservation, Pod pod) {
        ReservationStatus status = reservation.getStatus();
        if (status != null && "Available".equals(status.phase())) {
            reservation.setStatus(new ReservationStatus(
                    "Succeeded",
                    status.conditions(),
                    List.of(new ObjectReferenceBuilder()
                            .withNamespace("d")
                            .withName(pod.getMetadata().getName())
                            .withUid(pod.getMetadata().getUid())
                            .build()),
                    status.nodeName(),
                    null,
                    null));
        }
    }

    private @Nullable ReservationStatus scheduled(Reservation reservation) {
        ReservationStatus status = reservation.getStatus();
        if (status != null) {
            return status;
        }
        return switch (room) {
            case AVAILABLE ->
                status("Available", "n2", new Condition("Scheduled", "True", "Scheduled", null, null, null));
            case UNSCHEDULABLE ->
                status("Failed", null, new Condition("Scheduled", "False", "Unschedulable", "0/3 nodes", null, null));
            case EXPIRED -> status("Failed", null, new Condition("Ready", "False", "Expired", null, null, null));
            case NEVER -> null;
        };
    }

    private static ReservationStatus status(String phase, @Nullable String node, Condition condition) {
        return new ReservationStatus(phase, List.of(condition), null, node, null, null);
    }
}
