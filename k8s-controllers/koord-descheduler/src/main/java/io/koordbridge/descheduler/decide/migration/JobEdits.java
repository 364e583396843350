package io.koordbridge.descheduler.decide.migration;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.migration.PodMigrationJobSpec.ReservationOptions;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchSpec;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchStatus;
import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/** A job as it is after a write; the given one stays as it was. */
@PureCore
public final class JobEdits {

    private JobEdits() {}

    /** After a patch of its spec. */
    public static PodMigrationJob with(PodMigrationJob job, PatchSpec patch, @Nullable String resourceVersion) {
        return copy(job, spec(job.getSpec(), patch), job.getStatus(), resourceVersion);
    }

    /** After a patch of its status. */
    public static PodMigrationJob with(PodMigrationJob job, PatchStatus patch, @Nullable String resourceVersion) {
        return copy(job, job.getSpec(), patch.status(), resourceVersion);
    }

    private static PodMigrationJob copy(
            PodMigrationJob job,
            @Nullable PodMigrationJobSpec spec,
            @Nullable PodMigrationJobStatus status,
            @Nullable String resourceVersion) {
        PodMigrationJob next = new PodMigrationJob();
        next.setMetadata(new ObjectMetaBuilder(job.getMetadata())
                .withResourceVersion(resourceVersion)
                .build());
        next.setSpec(spec);
        next.setStatus(status);
        return next;
    }

    private static PodMigrationJobSpec spec(PodMigrationJobSpec spec, PatchSpec patch) {
        ObjectReference pod = patch.podUid() == null
                ? spec.podRef()
                : new ObjectReferenceBuilder(spec.podRef())
                        .withUid(patch.podUid())
                        .build();
        return new PodMigrationJobSpec(
                spec.paused(),
                spec.ttl(),
                patch.mode() == null ? spec.mode() : patch.mode(),
                pod,
                options(spec.reservationOptions(), patch),
                spec.deleteOptions());
    }

    private static @Nullable ReservationOptions options(@Nullable ReservationOptions options, PatchSpec patch) {
        if (patch.reservation() == null) {
            return options;
        }
        ObjectReference reservation = new ObjectReferenceBuilder()
                .withKind("Reservation")
                .withName(patch.reservation().name())
                .withUid(patch.reservation().uid())
                .build();
        return new ReservationOptions(
                reservation,
                options == null ? null : options.template(),
                options == null ? null : options.preemptionOptions());
    }
}
