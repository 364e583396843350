package io.koordbridge.descheduler.act.request;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Jobs that were made and that the cache does not show yet: at most one for each pod, each for at most a minute. A cache that follows shows a
 * job within a second, and one that does not follow lets no run begin.
 */
public final class MadeJobs {

    private static final Duration LONGEST = Duration.ofMinutes(1);
    private static final int MOST = 10_000;

    private final Map<String, Made> byPodUid = new HashMap<>();

    /** A job of a pod, which counts as open. */
    public record Made(String job, PodFacts pod, Instant at) {}

    /** How a claim ended. */
    enum Claim {
        TAKEN,
        OPEN_JOB,
        TOO_MANY
    }

    /** The job of a pod that the cache does not show yet. */
    public synchronized Optional<Made> of(String podUid, Instant now) {
        forget(now);
        return Optional.ofNullable(byPodUid.get(podUid));
    }

    /** All of them: limits count them as they count the open jobs of the cache. */
    public synchronized List<Made> all(Instant now) {
        forget(now);
        return List.copyOf(byPodUid.values());
    }

    /** To be called for each job that the cache shows. */
    public synchronized void shown(PodMigrationJob job) {
        if (job.getSpec() == null || job.getSpec().podRef() == null) {
            return;
        }
        String name = job.getMetadata().getName();
        byPodUid.computeIfPresent(
                String.valueOf(job.getSpec().podRef().getUid()),
                (uid, made) -> made.job().equals(name) ? null : made);
    }

    /** Before the call that makes the job. */
    synchronized Claim claim(Made made) {
        forget(made.at());
        if (byPodUid.size() >= MOST) {
            return Claim.TOO_MANY;
        }
        return byPodUid.putIfAbsent(made.pod().ref().uid(), made) == null ? Claim.TAKEN : Claim.OPEN_JOB;
    }

    /** The job was not made for certain. */
    synchronized void drop(Made made) {
        byPodUid.remove(made.pod().ref().uid(), made);
    }

    private void forget(Instant now) {
        byPodUid.values().removeIf(made -> Duration.between(made.at(), now).compareTo(LONGEST) >= 0);
    }
}
