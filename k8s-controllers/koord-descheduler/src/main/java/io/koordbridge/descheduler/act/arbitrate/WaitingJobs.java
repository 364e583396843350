package io.koordbridge.descheduler.act.arbitrate;

import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobStatus;
import io.koordbridge.protocol.Annotations;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Which jobs wait for the arbitration and which have passed it: names and uids only, of jobs that the cache shows. */
final class WaitingJobs {

    private static final Set<String> OVER = Set.of("Succeeded", "Failed", "Aborted");
    private static final Set<String> NOT_BEGUN = Set.of("", "Pending");

    private final Map<String, String> waiting = new HashMap<>();
    private final Map<String, String> passed = new HashMap<>();

    /**
     * A consistent look.
     *
     * @param waiting uid by name of those to decide about
     * @param unsure uid by name of those that may have passed: the write had no answer
     * @param passed uids of those that passed, or may have
     */
    record Look(Map<String, String> waiting, Map<String, String> unsure, Set<String> passed) {}

    static boolean isOver(PodMigrationJob job) {
        return OVER.contains(phase(job));
    }

    static boolean hasPassed(PodMigrationJob job) {
        Map<String, String> annotations =
                Objects.requireNonNullElse(job.getMetadata().getAnnotations(), Map.of());
        boolean began = !NOT_BEGUN.contains(phase(job));
        return began || "true".equals(annotations.get(Annotations.JOB_PASSED_ARBITRATION));
    }

    static boolean isPaused(PodMigrationJob job) {
        return job.getSpec() != null && Boolean.TRUE.equals(job.getSpec().paused());
    }

    private static String phase(PodMigrationJob job) {
        PodMigrationJobStatus status = job.getStatus();
        return status == null ? "" : Objects.requireNonNullElse(status.phase(), "");
    }

    /** A job that came or changed. One that passed by our write stays so though the cache shows an older version of it. */
    synchronized void shown(PodMigrationJob job) {
        String name = job.getMetadata().getName();
        String uid = String.valueOf(job.getMetadata().getUid());
        if (!uid.equals(passed.get(name))) {
            passed.remove(name);
        }
        if (isOver(job)) {
            gone(name);
        } else if (hasPassed(job)) {
            passed(name, uid);
        } else if (isPaused(job)) {
            waiting.remove(name);
        } else if (!passed.containsKey(name) || waiting.containsKey(name)) {
            waiting.put(name, uid);
        }
    }

    synchronized void gone(String name) {
        waiting.remove(name);
        passed.remove(name);
    }

    /** There is nothing to decide about it any more, unless another job has taken its name. */
    synchronized void dropped(String name, String uid) {
        waiting.remove(name, uid);
        passed.remove(name, uid);
    }

    synchronized boolean isIdle() {
        return waiting.isEmpty();
    }

    synchronized int size() {
        return waiting.size();
    }

    synchronized Look look() {
        Map<String, String> decide = new HashMap<>(waiting);
        Map<String, String> unsure = new HashMap<>();
        waiting.forEach((name, uid) -> {
            if (passed.containsKey(name)) {
                decide.remove(name);
                unsure.put(name, uid);
            }
        });
        return new Look(decide, unsure, Set.copyOf(passed.values()));
    }

    synchronized void passed(String name, String uid) {
        waiting.remove(name);
        passed.put(name, uid);
    }

    /** It may have passed: it counts as one that did, and the write is tried once more. */
    synchronized void unsure(String name, String uid) {
        waiting.put(name, uid);
        passed.put(name, uid);
    }

    /** It did not pass after all. */
    synchronized void stays(String name, String uid) {
        if (uid.equals(waiting.get(name))) {
            passed.remove(name, uid);
        }
    }
}
