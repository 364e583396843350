package io.koordbridge.descheduler.act.job;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.descheduler.act.ShortCalls;
import io.koordbridge.descheduler.decide.migration.JobEdits;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.DeleteReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.LabelReservation;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchSpec;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchStatus;
import io.koordbridge.kube.client.ApiPaths;
import io.koordbridge.kube.write.MetadataPatch;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectCalls;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.protocol.Labels;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The writes of jobs as requests to the API server. */
public final class JobCalls implements JobStore {

    private final KubernetesClient client;
    private final ObjectCalls calls;
    private final ObjectPatcher patcher;

    public JobCalls(KubernetesClient client, MetricRegistry metrics) {
        this.client = ShortCalls.of(client);
        this.calls = new ObjectCalls(this.client);
        this.patcher = new ObjectPatcher(this.client, metrics);
    }

    @Override
    public Duration longestCall() {
        return ShortCalls.CALL;
    }

    @Override
    public Optional<Pod> readPod(String namespace, String name) {
        return Optional.ofNullable(
                client.pods().inNamespace(namespace).withName(name).get());
    }

    @Override
    public Optional<Reservation> readReservation(String name) {
        return Optional.ofNullable(
                client.resources(Reservation.class).withName(name).get());
    }

    @Override
    public PodMigrationJob patch(PodMigrationJob job, PatchSpec patch) {
        Map<String, Object> spec = new LinkedHashMap<>();
        if (patch.podUid() != null) {
            spec.put("podRef", Map.of("uid", patch.podUid()));
        }
        if (patch.mode() != null) {
            spec.put("mode", patch.mode());
        }
        if (patch.reservation() != null) {
            Map<String, Object> reservation = new LinkedHashMap<>();
            reservation.put("kind", "Reservation");
            reservation.put("name", patch.reservation().name());
            reservation.put("uid", patch.reservation().uid());
            spec.put("reservationOptions", Map.of("reservationRef", reservation));
        }
        String version = job.getMetadata().getResourceVersion();
        Map<String, ?> parts = Map.of("spec", spec, "metadata", Map.of("resourceVersion", version));
        PodMigrationJob answer = patcher.patchParts(address(job), parts, MetadataPatch.NONE);
        return JobEdits.with(job, patch, answer.getMetadata().getResourceVersion());
    }

    @Override
    public PodMigrationJob patch(PodMigrationJob job, PatchStatus patch) {
        PodMigrationJob answer = patcher.patchStatus(
                address(job),
                fields(patch.status()),
                MetadataPatch.NONE,
                job.getMetadata().getResourceVersion());
        return JobEdits.with(job, patch, answer.getMetadata().getResourceVersion());
    }

    /** All fields that a step may write; those without a value are removed. */
    private static Map<String, @Nullable Object> fields(PodMigrationJobStatus status) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("phase", status.phase());
        fields.put("status", status.status());
        fields.put("reason", status.reason());
        fields.put("message", status.message());
        fields.put("conditions", status.conditions());
        fields.put("nodeName", status.nodeName());
        fields.put("podRef", status.podRef());
        return fields;
    }

    @Override
    public Reservation create(Reservation reservation) {
        try {
            return calls.create(reservation);
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw e;
            }
            return readReservation(reservation.getMetadata().getName()).orElseThrow(() -> e);
        }
    }

    @Override
    public void label(LabelReservation label) {
        patcher.patchMarks(
                ObjectAddress.of(Reservation.class, label.reservation().name()),
                new MetadataPatch(Map.of(), Map.of(Labels.RESERVATION_ORDER, label.order())),
                null);
    }

    @Override
    public void delete(DeleteReservation delete) {
        String path = "/" + ApiPaths.collection(Reservation.class, null) + "/"
                + delete.reservation().name();
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("apiVersion", "v1");
        options.put("kind", "DeleteOptions");
        if (!delete.reservation().uid().isEmpty()) {
            options.put("preconditions", Map.of("uid", delete.reservation().uid()));
        }
        try {
            client.raw(path, "DELETE", options);
        } catch (KubernetesClientException e) {
            boolean isGone =
                    e.getCode() == HttpURLConnection.HTTP_NOT_FOUND || e.getCode() == HttpURLConnection.HTTP_CONFLICT;
            if (!isGone) {
                throw e;
            }
        }
    }

    private static ObjectAddress<PodMigrationJob> address(PodMigrationJob job) {
        return ObjectAddress.of(PodMigrationJob.class, job.getMetadata().getName());
    }
}
