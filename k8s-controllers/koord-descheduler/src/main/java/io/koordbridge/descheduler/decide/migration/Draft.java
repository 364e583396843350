package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.api.migration.PodMigrationJobStatus.Condition;
import io.koordbridge.descheduler.decide.migration.MigrationPlan.Notice;
import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchStatus;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A step under way.
 *
 * @param status that the step has arrived at
 * @param writes before the status is written
 */
@PureCore
record Draft(MigrationFacts facts, PodMigrationJobStatus status, List<MigrationWrite> writes, List<Notice> notices) {

    /** How long a step waits for others. */
    static final Duration POLL = Duration.ofSeconds(3);

    Draft {
        writes = List.copyOf(writes);
        notices = List.copyOf(notices);
    }

    static Draft of(MigrationFacts facts) {
        return new Draft(facts, facts.job().status(), List.of(), List.of());
    }

    JobFacts job() {
        return facts.job();
    }

    /** Mode of the job. */
    String mode() {
        String mode = job().settings().mode();
        return mode.isEmpty() ? facts.settings().defaultMode() : mode;
    }

    /** The pod that the job names, null when it is gone or another pod has its name; descheduler specification section 13 e. */
    @Nullable
    PodFacts pod() {
        PodFacts pod = facts.pod();
        if (pod == null) {
            return null;
        }
        String uid = job().pod().uid();
        return uid.isEmpty() || uid.equals(pod.ref().uid()) ? pod : null;
    }

    /** Why {@link #pod} is null. */
    String whyNoPod() {
        PodFacts other = facts.pod();
        String name = "pod " + job().pod().key();
        return other == null
                ? name + " is gone"
                : name + " has uid " + other.ref().uid() + ", the job names uid "
                        + job().pod().uid() + ": another pod took its name";
    }

    Draft with(String type, boolean met, String reason, String message) {
        return with(StatusEdits.with(status, new StatusEdits.Word(type, met, reason, message), facts.now()));
    }

    Draft with(PodMigrationJobStatus next) {
        return new Draft(facts, next, writes, notices);
    }

    Draft with(MigrationWrite write) {
        List<MigrationWrite> all = new ArrayList<>(writes);
        all.add(write);
        return new Draft(facts, status, all, notices);
    }

    Draft with(Notice notice) {
        List<Notice> all = new ArrayList<>(notices);
        all.add(notice);
        return new Draft(facts, status, writes, all);
    }

    /** A condition as the step left it. */
    @Nullable
    Condition condition(String type) {
        return Objects.requireNonNullElse(status.conditions(), List.<Condition>of()).stream()
                .filter(condition -> type.equals(condition.type()))
                .findFirst()
                .orElse(null);
    }

    boolean isTrue(String type) {
        Condition condition = condition(type);
        return condition != null && "True".equals(condition.status());
    }

    /** The writes, the status among them when it changed. */
    Draft flushed() {
        return status.equals(job().status()) ? this : with(new PatchStatus(status));
    }

    MigrationPlan plan(@Nullable Duration again, String error) {
        return new MigrationPlan(flushed().writes(), again, error, notices);
    }

    /** The writes as they are: the last one is a call, and the status follows its answer. */
    MigrationPlan call(MigrationWrite call) {
        return new MigrationPlan(with(call).writes(), null, "", notices);
    }

    /** Waits for others. */
    MigrationPlan waiting() {
        return plan(POLL, "");
    }

    /** Ends with a reason. */
    MigrationPlan failed(String reason, String message) {
        return with(StatusEdits.failed(status, reason, message)).plan(null, "");
    }

    /** Ends with a reason, as an error. */
    MigrationPlan failedByError(String reason, String message) {
        return with(StatusEdits.failed(status, reason, message)).plan(null, message);
    }

    /** Ends well. */
    MigrationPlan complete() {
        return with(StatusEdits.complete(status)).plan(null, "");
    }
}
