package io.koordbridge.descheduler.decide.migration;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.api.migration.PodMigrationJobStatus.Condition;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.ReservationRef;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the decisions read of a job; absent texts are empty.
 *
 * @param created null when absent or malformed
 * @param reservation as the spec refers to it, null when it refers to none
 * @param templateName name in the template of the reservation
 * @param status as received, empty texts as null
 */
@PureCore
public record JobFacts(
        String name,
        String uid,
        @Nullable Instant created,
        Map<String, String> annotations,
        boolean paused,
        PodRef pod,
        Settings settings,
        @Nullable ReservationRef reservation,
        String templateName,
        PodMigrationJobStatus status) {

    /** Name of this component: the first part of what it writes into the annotation job-created-by. */
    public static final String COMPONENT = "koord-descheduler";

    private static final PodMigrationJobSpec EMPTY = new PodMigrationJobSpec(null, null, null, null, null, null);

    public JobFacts {
        annotations = Map.copyOf(annotations);
    }

    /**
     * Mode and time of a job, as written.
     *
     * @param mode empty for the default of the process
     */
    @PureCore
    public record Settings(String mode, String ttl) {}

    /** Who made a job. */
    public enum Maker {
        /** A process of this component, of now or earlier. */
        US,
        /** A user. */
        USER,
        /** Another component, which carries it out. */
        OTHER
    }

    /** Reads a job; parts may be absent. */
    public static JobFacts of(PodMigrationJob job) {
        ObjectMeta meta = Objects.requireNonNullElseGet(job.getMetadata(), ObjectMeta::new);
        PodMigrationJobSpec spec = Objects.requireNonNullElse(job.getSpec(), EMPTY);
        return new JobFacts(
                orEmpty(meta.getName()),
                orEmpty(meta.getUid()),
                time(meta.getCreationTimestamp()),
                Objects.requireNonNullElse(meta.getAnnotations(), Map.of()),
                Boolean.TRUE.equals(spec.paused()),
                pod(spec.podRef()),
                new Settings(orEmpty(spec.mode()), orEmpty(spec.ttl())),
                reservation(spec),
                templateName(spec),
                StatusEdits.normal(Objects.requireNonNullElse(job.getStatus(), PodMigrationJobStatus.NEW)));
    }

    private static PodRef pod(@Nullable ObjectReference ref) {
        return ref == null
                ? new PodRef("", "", "")
                : new PodRef(orEmpty(ref.getNamespace()), orEmpty(ref.getName()), orEmpty(ref.getUid()));
    }

    private static @Nullable ReservationRef reservation(PodMigrationJobSpec spec) {
        ObjectReference ref = spec.reservationOptions() == null
                ? null
                : spec.reservationOptions().reservationRef();
        return ref == null || orEmpty(ref.getName()).isEmpty()
                ? null
                : new ReservationRef(ref.getName(), orEmpty(ref.getUid()));
    }

    private static String templateName(PodMigrationJobSpec spec) {
        return spec.reservationOptions() == null || spec.reservationOptions().template() == null
                ? ""
                : spec.reservationOptions()
                        .template()
                        .path("metadata")
                        .path("name")
                        .asText("");
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null || text.isEmpty() ? null : Instant.parse(text);
        } catch (DateTimeException notATime) {
            return null;
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** Name of the job's reservation: as the spec refers to it, else the one that it will get. */
    public String reservationName() {
        if (reservation != null) {
            return reservation.name();
        }
        return templateName.isEmpty() ? uid : templateName;
    }

    /** Who made it. */
    public Maker maker() {
        String by = annotations.getOrDefault(Annotations.JOB_CREATED_BY, "");
        if (by.isEmpty()) {
            return Maker.USER;
        }
        return by.equals(COMPONENT) || by.startsWith(COMPONENT + "/") ? Maker.US : Maker.OTHER;
    }

    /** Whether its annotation says that the arbitration let it pass, or it ran already. */
    public boolean hasPassed() {
        return "true".equals(annotations.get(Annotations.JOB_PASSED_ARBITRATION)) || !isWaiting();
    }

    /** Phase, empty before anything happened. */
    public String phase() {
        return orEmpty(status.phase());
    }

    /** Phase empty or Pending. */
    public boolean isWaiting() {
        return phase().isEmpty() || phase().equals(JobPhases.PENDING);
    }

    /** Phase Succeeded, Failed or Aborted. */
    public boolean isOver() {
        return JobPhases.isOver(phase());
    }

    /** Time to live, zero for no end, also when it is malformed. */
    public Duration ttl() {
        return JobTtl.of(settings.ttl()).time();
    }

    /** Why the ttl cannot be used, empty when it can. */
    public String ttlProblem() {
        return JobTtl.of(settings.ttl()).problem();
    }

    /** Age; zero when the creation time is absent or in the future. */
    public Duration age(Instant now) {
        return created == null || created.isAfter(now) ? Duration.ZERO : Duration.between(created, now);
    }

    /** Time until the ttl ends, null for a job without end. */
    public @Nullable Duration left(Instant now) {
        Duration ttl = ttl();
        if (ttl.isZero()) {
            return null;
        }
        Duration left = created == null ? ttl : Duration.between(now, created).plus(ttl);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /** A condition of the status, null when it has none of the type. */
    @Nullable
    Condition condition(String type) {
        List<Condition> all = Objects.requireNonNullElse(status.conditions(), List.of());
        return all.stream()
                .filter(condition -> type.equals(condition.type()))
                .findFirst()
                .orElse(null);
    }
}
