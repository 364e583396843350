package io.koordbridge.descheduler.decide.migration;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.api.migration.PodMigrationJobStatus.Condition;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Changes of a job's status; descheduler specification section 2. Each gives the same value when nothing changes. */
@PureCore
final class StatusEdits {

    private StatusEdits() {}

    /** What a condition says. */
    record Word(String type, boolean met, String reason, String message) {}

    /** Empty texts as null, so that statuses can be compared. */
    static PodMigrationJobStatus normal(PodMigrationJobStatus status) {
        List<Condition> conditions = status.conditions();
        return new PodMigrationJobStatus(
                orNull(status.phase()),
                orNull(status.status()),
                orNull(status.reason()),
                orNull(status.message()),
                conditions == null || conditions.isEmpty() ? null : conditions,
                orNull(status.nodeName()),
                status.podRef(),
                status.preemptedPodsRef());
    }

    /**
     * A new type is appended, an existing one replaced in place; its transition time changes only with its value. Status, reason and
     * message of the job follow only when the condition changed.
     */
    static PodMigrationJobStatus with(PodMigrationJobStatus status, Word word, Instant now) {
        List<Condition> conditions = new ArrayList<>(Objects.requireNonNullElse(status.conditions(), List.of()));
        int at = 0;
        while (at < conditions.size() && !word.type().equals(conditions.get(at).type())) {
            at++;
        }
        Condition before = at < conditions.size() ? conditions.get(at) : null;
        if (before != null && says(before, word)) {
            return status;
        }
        Condition after = condition(before, word, now.truncatedTo(ChronoUnit.SECONDS));
        if (before == null) {
            conditions.add(after);
        } else {
            conditions.set(at, after);
        }
        return new PodMigrationJobStatus(
                status.phase(),
                word.type(),
                orNull(word.reason()),
                orNull(word.message()),
                conditions,
                status.nodeName(),
                status.podRef(),
                status.preemptedPodsRef());
    }

    private static Condition condition(@Nullable Condition before, Word word, Instant now) {
        String value = value(word);
        boolean kept = before != null && value.equals(before.status()) && before.lastTransitionTime() != null;
        return new Condition(
                word.type(),
                value,
                orNull(word.reason()),
                orNull(word.message()),
                now,
                kept ? Objects.requireNonNull(before).lastTransitionTime() : now);
    }

    private static boolean says(Condition condition, Word word) {
        return value(word).equals(condition.status())
                && word.reason().equals(Objects.requireNonNullElse(condition.reason(), ""))
                && word.message().equals(Objects.requireNonNullElse(condition.message(), ""));
    }

    private static String value(Word word) {
        return word.met() ? "True" : "False";
    }

    static PodMigrationJobStatus phase(PodMigrationJobStatus status, String phase) {
        return new PodMigrationJobStatus(
                phase,
                status.status(),
                status.reason(),
                status.message(),
                status.conditions(),
                status.nodeName(),
                status.podRef(),
                status.preemptedPodsRef());
    }

    static PodMigrationJobStatus message(PodMigrationJobStatus status, String message) {
        return new PodMigrationJobStatus(
                status.phase(),
                status.status(),
                status.reason(),
                message,
                status.conditions(),
                status.nodeName(),
                status.podRef(),
                status.preemptedPodsRef());
    }

    static PodMigrationJobStatus failed(PodMigrationJobStatus status, String reason, String message) {
        return new PodMigrationJobStatus(
                JobPhases.FAILED,
                status.status(),
                reason,
                message,
                status.conditions(),
                status.nodeName(),
                status.podRef(),
                status.preemptedPodsRef());
    }

    static PodMigrationJobStatus complete(PodMigrationJobStatus status) {
        return new PodMigrationJobStatus(
                JobPhases.SUCCEEDED,
                JobPhases.COMPLETE,
                null,
                null,
                status.conditions(),
                status.nodeName(),
                status.podRef(),
                status.preemptedPodsRef());
    }

    static PodMigrationJobStatus node(PodMigrationJobStatus status, String nodeName) {
        return new PodMigrationJobStatus(
                status.phase(),
                status.status(),
                status.reason(),
                status.message(),
                status.conditions(),
                orNull(nodeName),
                status.podRef(),
                status.preemptedPodsRef());
    }

    static PodMigrationJobStatus pod(PodMigrationJobStatus status, ObjectReference pod) {
        return new PodMigrationJobStatus(
                status.phase(),
                status.status(),
                status.reason(),
                status.message(),
                status.conditions(),
                status.nodeName(),
                pod,
                status.preemptedPodsRef());
    }

    private static @Nullable String orNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
