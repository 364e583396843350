package io.koordbridge.descheduler.watch;

import io.fabric8.kubernetes.api.model.ObjectReference;
import io.koordbridge.api.migration.PodMigrationJob;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** PodMigrationJobs by the pod that they name, by its uid and by its namespace and name. */
final class JobIndex {

    private final Map<String, Map<String, PodMigrationJob>> byUid = new ConcurrentHashMap<>();
    private final Map<String, Map<String, PodMigrationJob>> byPod = new ConcurrentHashMap<>();

    /** A job came, changed or went. */
    void changed(String name, @Nullable PodMigrationJob before, @Nullable PodMigrationJob after) {
        change(byUid, name, uid(before), uid(after), after);
        change(byPod, name, pod(before), pod(after), after);
    }

    private static void change(
            Map<String, Map<String, PodMigrationJob>> index,
            String name,
            String keyBefore,
            String key,
            @Nullable PodMigrationJob after) {
        if (after != null && !key.isEmpty()) {
            index.computeIfAbsent(key, unused -> new ConcurrentHashMap<>()).put(name, after);
        }
        if (!keyBefore.isEmpty() && !keyBefore.equals(key)) {
            index.computeIfPresent(keyBefore, (unused, jobs) -> {
                jobs.remove(name);
                return jobs.isEmpty() ? null : jobs;
            });
        }
    }

    /** Jobs that name the uid of a pod. */
    Collection<PodMigrationJob> ofUid(String uid) {
        return List.copyOf(byUid.getOrDefault(uid, Map.of()).values());
    }

    /** Jobs that name a pod, whatever its uid. */
    Collection<PodMigrationJob> ofPod(String namespace, String name) {
        return List.copyOf(byPod.getOrDefault(namespace + "/" + name, Map.of()).values());
    }

    private static String uid(@Nullable PodMigrationJob job) {
        ObjectReference pod = reference(job);
        return pod == null ? "" : Objects.requireNonNullElse(pod.getUid(), "");
    }

    private static String pod(@Nullable PodMigrationJob job) {
        ObjectReference pod = reference(job);
        return pod == null || pod.getName() == null ? "" : pod.getNamespace() + "/" + pod.getName();
    }

    private static @Nullable ObjectReference reference(@Nullable PodMigrationJob job) {
        return job == null || job.getSpec() == null ? null : job.getSpec().podRef();
    }
}
