package io.koordbridge.scheduler.reservation.status;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.PreconditionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.api.reservation.ReservationStatus;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.write.MetadataPatch;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import java.net.HttpURLConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@link ReservationApi} by merge patches with the version as precondition. */
public final class KubernetesReservationApi implements ReservationApi {

    private static final String PATH = "/apis/scheduling.koordinator.sh/v1alpha1/reservations/";

    private final ObjectPatcher patcher;
    private final EventRecorder events;

    public KubernetesReservationApi(ObjectPatcher patcher, EventRecorder events) {
        this.patcher = patcher;
        this.events = events;
    }

    @Override
    public Reservation write(Reservation object, Map<String, @Nullable String> annotations, StatusChange change) {
        var address = ObjectAddress.of(Reservation.class, object.getMetadata().getName());
        String version = object.getMetadata().getResourceVersion();
        if (!annotations.isEmpty()) {
            version = patcher.patchAnnotations(address, annotations, version)
                    .getMetadata()
                    .getResourceVersion();
        }
        ReservationStatus status = change.status();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("phase", status.phase());
        fields.put("nodeName", status.nodeName());
        fields.put("conditions", status.conditions());
        fields.put("currentOwners", status.currentOwners());
        fields.put("allocatable", status.allocatable());
        Map<String, @Nullable Object> allocated = new LinkedHashMap<>();
        ReservationStatus before = object.getStatus();
        if (before != null && before.allocated() != null) {
            before.allocated().keySet().forEach(name -> allocated.put(name, null));
        }
        if (status.allocated() != null) {
            allocated.putAll(status.allocated());
        }
        fields.put("allocated", allocated.isEmpty() ? null : allocated);
        return patcher.patchStatus(address, fields, MetadataPatch.NONE, version);
    }

    @Override
    public void event(Reservation object, StatusChange change) {
        events.record(object, change.type(), change.reason(), change.message());
    }

    @Override
    public void delete(Reservation object) {
        var meta = object.getMetadata();
        DeleteOptions options = new DeleteOptionsBuilder()
                .withPreconditions(new PreconditionsBuilder()
                        .withUid(meta.getUid())
                        .withResourceVersion(meta.getResourceVersion())
                        .build())
                .build();
        try {
            patcher.client().raw(PATH + meta.getName(), "DELETE", options);
        } catch (KubernetesClientException failed) {
            if (failed.getCode() != HttpURLConnection.HTTP_NOT_FOUND
                    && failed.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw failed;
            }
        }
    }
}
