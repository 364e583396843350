package io.koordbridge.colo.migration;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.answers.MigrationsAnswer;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.api.migration.PodMigrationJobStatus.Condition;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.colo.table.Amounts;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One migration as text: state, pod, reservation, what it waits for and since when, conditions, events. */
@PureCore
final class MigrationFormatter {
    private static final List<String> CONDITIONS = List.of("CONDITION", "STATUS", "REASON", "SINCE", "MESSAGE");
    private static final List<String> EVENTS = List.of("EVENT", "REASON", "COUNT", "LAST", "MESSAGE");

    private MigrationFormatter() {}

    static String of(MigrationFacts facts, Instant now) {
        PodMigrationJob job = facts.job();
        PodMigrationJobStatus status = Optional.ofNullable(job.getStatus()).orElse(PodMigrationJobStatus.NEW);
        List<String> lines = new ArrayList<>();
        lines.add("Migration " + job.getMetadata().getName() + ": " + state(status) + ", made "
                + age(job.getMetadata().getCreationTimestamp(), now) + " ago");
        lines.add("Pod " + pod(facts, job.getSpec()));
        by(job, lines);
        how(job.getSpec(), lines);
        reservation(facts.reservation(), lines);
        if (status.nodeName() != null || status.podRef() != null) {
            lines.add("To node " + text(status.nodeName()) + ", new pod " + name(status.podRef()));
        }
        waits(facts, status, now, lines);
        conditions(status, now, lines);
        events(facts.events(), now, lines);
        return String.join("\n", lines);
    }

    private static String state(PodMigrationJobStatus status) {
        String phase = text(status.phase()).equals(Amounts.UNKNOWN) ? "Pending" : text(status.phase());
        String detail = status.reason() == null || status.reason().isEmpty() ? status.status() : status.reason();
        String message = status.message() == null || status.message().isEmpty() ? "" : ": " + status.message();
        return phase + (detail == null || detail.isEmpty() ? "" : " (" + detail + ")") + message;
    }

    private static String pod(MigrationFacts facts, @Nullable PodMigrationJobSpec spec) {
        ObjectReference reference = spec == null ? null : spec.podRef();
        Pod pod = facts.pod();
        if (pod == null) {
            return name(reference) + ": not there";
        }
        boolean other = reference != null
                && reference.getUid() != null
                && !reference.getUid().equals(pod.getMetadata().getUid());
        return name(reference) + ": "
                + (pod.getStatus() == null ? "no phase" : pod.getStatus().getPhase())
                + " on node "
                + text(pod.getSpec() == null ? null : pod.getSpec().getNodeName())
                + (pod.getMetadata().getDeletionTimestamp() == null ? "" : ", it ends")
                + (other ? ", another one of the same name: the job is for a pod that is gone" : "");
    }

    private static void by(PodMigrationJob job, List<String> lines) {
        Map<String, String> annotations =
                Optional.ofNullable(job.getMetadata().getAnnotations()).orElse(Map.of());
        String trigger = annotations.get(Annotations.JOB_EVICT_TRIGGER);
        String reason = annotations.getOrDefault(Annotations.JOB_EVICT_REASON, "");
        lines.add("Asked for by " + (trigger == null ? "a user" : trigger) + (reason.isEmpty() ? "" : ": " + reason));
    }

    private static void how(@Nullable PodMigrationJobSpec spec, List<String> lines) {
        if (spec != null) {
            String mode = spec.mode() == null || spec.mode().isEmpty() ? "the default of the process" : spec.mode();
            lines.add("Mode " + mode + ", ttl " + text(spec.ttl()));
        }
    }

    private static void reservation(@Nullable Reservation reservation, List<String> lines) {
        if (reservation != null) {
            var status = reservation.getStatus();
            lines.add("Reservation " + reservation.getMetadata().getName() + ": "
                    + (status == null || status.phase() == null
                            ? "Pending"
                            : status.phase() + " on node " + text(status.nodeName())));
        }
    }

    private static void waits(MigrationFacts facts, PodMigrationJobStatus status, Instant now, List<String> lines) {
        MigrationsAnswer.Job reported = facts.reported();
        MigrationsAnswer.Wait wait = reported == null ? null : reported.waits();
        if (wait != null) {
            lines.add("Waits " + age(wait.since(), now) + " for " + wait.check() + ": " + wait.message());
        } else {
            lines.add(MigrationStep.of(facts.job(), status)
                    + (facts.silent().isEmpty() ? "" : " (limits are not known: " + facts.silent() + ")"));
        }
    }

    private static void conditions(PodMigrationJobStatus status, Instant now, List<String> lines) {
        List<Condition> conditions = Optional.ofNullable(status.conditions()).orElse(List.of());
        if (!conditions.isEmpty()) {
            lines.add("");
            lines.add(TextTable.of(
                    CONDITIONS,
                    conditions.stream()
                            .map(one -> List.of(
                                    text(one.type()),
                                    text(one.status()),
                                    text(one.reason()),
                                    age(one.lastTransitionTime(), now),
                                    text(one.message())))
                            .toList()));
        }
    }

    private static void events(List<Event> events, Instant now, List<String> lines) {
        if (!events.isEmpty()) {
            lines.add("");
            lines.add(TextTable.of(
                    EVENTS,
                    events.stream()
                            .map(event -> List.of(
                                    text(event.getInvolvedObject().getKind()),
                                    text(event.getReason()),
                                    Integer.toString(event.getCount() == null ? 1 : event.getCount()),
                                    age(MigrationReader.time(event), now),
                                    text(event.getMessage())))
                            .toList()));
        }
    }

    private static String name(@Nullable ObjectReference reference) {
        return reference == null ? Amounts.UNKNOWN : text(reference.getNamespace()) + "/" + text(reference.getName());
    }

    private static String text(@Nullable String text) {
        return text == null || text.isEmpty() ? Amounts.UNKNOWN : text;
    }

    private static String age(@Nullable String time, Instant now) {
        try {
            return time == null || time.isEmpty() ? Amounts.UNKNOWN : age(Instant.parse(time), now);
        } catch (DateTimeException e) {
            return Amounts.UNKNOWN;
        }
    }

    private static String age(@Nullable Instant time, Instant now) {
        return time == null
                ? Amounts.UNKNOWN
                : Amounts.age(BigDecimal.valueOf(
                        Math.max(0, Duration.between(time, now).toMillis()), 3));
    }
}
