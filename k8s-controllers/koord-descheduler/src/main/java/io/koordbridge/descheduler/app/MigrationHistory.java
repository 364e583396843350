package io.koordbridge.descheduler.app;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.koordbridge.answers.MigrationsAnswer;
import io.koordbridge.answers.MigrationsAnswer.Job;
import io.koordbridge.answers.MigrationsAnswer.Wait;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.protocol.Annotations;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Jobs under way and the last ones that ended, for the page and the API. Safe for several threads. */
final class MigrationHistory {

    private static final int KEPT = 500;
    private static final Set<String> TERMINAL = Set.of("Succeeded", "Failed", "Aborted");

    private final Map<String, Job> open = new HashMap<>();
    private final Map<String, Instant> changed = new HashMap<>();
    private final Deque<Job> ended = new ArrayDeque<>();

    /**
     * A job appeared or changed.
     *
     * @param from node of its pod, null when it is not known
     */
    synchronized void changed(PodMigrationJob job, @Nullable String from, Instant now) {
        String name = job.getMetadata().getName();
        Job before = open.get(name);
        String node = from != null || before == null ? from : before.from();
        boolean over = TERMINAL.contains(phase(job));
        if (!over) {
            open.put(name, shown(job, node, null));
            changed.put(name, now);
            return;
        }
        open.remove(name);
        changed.remove(name);
        // What had ended before this process first saw it is history of another one.
        if (before != null) {
            ended.addFirst(shown(job, node, now));
            if (ended.size() > KEPT) {
                ended.removeLast();
            }
        }
    }

    /** A job was deleted. */
    synchronized void gone(String name) {
        open.remove(name);
        changed.remove(name);
    }

    /** When an open job last changed. */
    synchronized Optional<Instant> changedAt(String name) {
        return Optional.ofNullable(changed.get(name));
    }

    /**
     * What is served: at most as many open jobs as ended ones, the oldest first.
     *
     * @param waits what an open job waits for, empty when it goes on
     */
    MigrationsAnswer answer(Instant now, Function<String, Optional<Wait>> waits) {
        List<Job> jobs;
        List<Job> over;
        synchronized (this) {
            jobs = List.copyOf(open.values());
            over = List.copyOf(ended);
        }
        List<Job> under = jobs.stream()
                .sorted(Comparator.comparing(Job::created).thenComparing(Job::name))
                .limit(KEPT)
                .map(job -> new Job(
                        job.name(),
                        job.pod(),
                        job.from(),
                        job.to(),
                        job.trigger(),
                        job.phase(),
                        job.message(),
                        job.created(),
                        waits.apply(job.name()).orElse(null),
                        null))
                .toList();
        return new MigrationsAnswer(now, under, over);
    }

    private static Job shown(PodMigrationJob job, @Nullable String from, @Nullable Instant end) {
        PodMigrationJobStatus status = job.getStatus() == null ? PodMigrationJobStatus.NEW : job.getStatus();
        ObjectReference pod = job.getSpec() == null ? null : job.getSpec().podRef();
        Map<String, String> annotations = job.getMetadata().getAnnotations();
        String message = Stream.of(status.reason(), status.message())
                .filter(text -> text != null && !text.isEmpty())
                .reduce((reason, text) -> reason + ": " + text)
                .orElse("");
        return new Job(
                job.getMetadata().getName(),
                pod == null ? "" : orEmpty(pod.getNamespace()) + "/" + orEmpty(pod.getName()),
                from,
                status.nodeName(),
                annotations == null ? "" : annotations.getOrDefault(Annotations.JOB_EVICT_TRIGGER, ""),
                phase(job),
                message,
                created(job),
                null,
                end);
    }

    private static String phase(PodMigrationJob job) {
        String phase = job.getStatus() == null ? null : job.getStatus().phase();
        return phase == null || phase.isEmpty() ? "Pending" : phase;
    }

    private static Instant created(PodMigrationJob job) {
        String text = job.getMetadata().getCreationTimestamp();
        try {
            return text == null ? Instant.EPOCH : Instant.parse(text);
        } catch (DateTimeException e) {
            return Instant.EPOCH;
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
