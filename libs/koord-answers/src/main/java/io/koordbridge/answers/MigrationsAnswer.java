package io.koordbridge.answers;

import static io.koordbridge.answers.Required.field;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonFormat.Shape;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /apis/v1/migrations} of koord-descheduler.
 *
 * @param open jobs under way, oldest first
 * @param ended the last 500 that ended while this replica led, newest first
 */
public record MigrationsAnswer(
        @JsonFormat(shape = Shape.STRING) Instant time, List<Job> open, List<Job> ended) {

    public MigrationsAnswer {
        field("time", time);
        open = List.copyOf(field("open", open));
        ended = List.copyOf(field("ended", ended));
    }

    /**
     * A PodMigrationJob.
     *
     * @param pod namespace/name
     * @param from node of the pod, null before it was seen
     * @param to node of the reservation or of the new pod, null without one
     * @param trigger plugin that asked, empty for a job of a user
     * @param phase Pending, Running, Succeeded, Failed or Aborted
     * @param message reason and text of its status, empty without one
     * @param created by the API server's clock
     * @param waits what an open job waits for, null when it goes on
     * @param ended when it ended, null for an open one
     */
    public record Job(
            String name,
            String pod,
            @Nullable String from,
            @Nullable String to,
            String trigger,
            String phase,
            String message,
            @JsonFormat(shape = Shape.STRING) Instant created,
            @Nullable Wait waits,
            @JsonFormat(shape = Shape.STRING) @Nullable Instant ended) {

        public Job {
            field("jobs.name", name);
            field("jobs.pod", pod);
            field("jobs.trigger", trigger);
            field("jobs.phase", phase);
            field("jobs.message", message);
            field("jobs.created", created);
        }
    }

    /**
     * What a job waits for.
     *
     * @param check name of the limit, such as MaxMigratingPerNode, or of the step
     * @param message with the numbers of the limit
     * @param since when it began to wait for this
     */
    public record Wait(
            String check,
            String message,
            @JsonFormat(shape = Shape.STRING) Instant since) {

        public Wait {
            field("waits.check", check);
            field("waits.message", message);
            field("waits.since", since);
        }
    }
}
