package io.koordbridge.answers;

import static io.koordbridge.answers.Required.field;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonFormat.Shape;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/v1/apps}: applications that the ResourceManagers remember, those that started last first.
 *
 * @param fitting number of applications that fit the query, of which {@code apps} has at most the limit
 */
public record AppsAnswer(
        @JsonFormat(shape = Shape.STRING) Instant time, List<Source> clusters, int fitting, List<App> apps) {

    public AppsAnswer {
        field("time", time);
        clusters = List.copyOf(field("clusters", clusters));
        apps = List.copyOf(field("apps", apps));
    }

    /**
     * A cluster that was asked.
     *
     * @param problem why its applications are not known, null when they are
     * @param complete whether its ResourceManager gave all that it remembers
     */
    public record Source(
            String id,
            @JsonInclude(Include.NON_NULL) @Nullable String problem,
            boolean complete) {
        public Source {
            field("clusters.id", id);
        }
    }

    /**
     * An application. Texts are those of its user, cut when they are long.
     *
     * @param type such as SPARK
     * @param diagnostics why it waits or has ended
     */
    public record App(
            String cluster,
            String id,
            @Nullable String name,
            @Nullable String user,
            @Nullable String queue,
            @Nullable String type,
            Progress progress,
            Containers containers,
            Work work,
            @Nullable String diagnostics) {
        public App {
            field("apps.cluster", cluster);
            field("apps.id", id);
            field("apps.progress", progress);
            field("apps.containers", containers);
            field("apps.work", work);
        }
    }

    /**
     * How far it is.
     *
     * @param state as YARN has it, such as RUNNING
     * @param finalStatus what the application says of itself, UNDEFINED until it ends
     * @param masterHost where its master runs or has run last
     * @param finished null while it has not ended
     */
    public record Progress(
            String state,
            @Nullable String finalStatus,
            @Nullable String masterHost,
            @JsonFormat(shape = Shape.STRING) @Nullable Instant started,
            @JsonFormat(shape = Shape.STRING) @Nullable Instant finished) {
        public Progress {
            field("apps.progress.state", state);
        }
    }

    /**
     * Its containers.
     *
     * @param running now, null when that is not known or it has ended
     * @param preempted tasks that were preempted, by the ResourceManager or by our plugin
     * @param preemptedMasters masters that were preempted
     */
    public record Containers(
            @Nullable Long running,
            @Nullable Long preempted,
            @Nullable Long preemptedMasters) {}

    /**
     * What it was given, over time.
     *
     * @param coreSeconds by the ratio of the cluster
     * @param gibSeconds by the ratio of the cluster
     * @param vcoreSeconds as YARN counts it
     * @param memoryMbSeconds as YARN counts it
     */
    public record Work(
            @Nullable BigDecimal coreSeconds,
            @Nullable BigDecimal gibSeconds,
            @Nullable Long vcoreSeconds,
            @Nullable Long memoryMbSeconds) {}
}
