package io.koordbridge.descheduler.decide.arbitration;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the arbitration reads of a job: the place that it asks for, or holds.
 *
 * @param created {@link Instant#EPOCH} when absent
 * @param pod as the job refers to it, null when it refers to none
 * @param phase empty when absent
 * @param passed whether its annotation says that an arbitration let it pass
 * @param evictPolicy its label, empty when absent
 */
@PureCore
public record JobClaim(
        String name,
        String uid,
        Instant created,
        @Nullable PodRef pod,
        String phase,
        boolean passed,
        String evictPolicy) {

    /** Reads a job, whatever it lacks. */
    public static JobClaim of(PodMigrationJob job) {
        ObjectMeta meta = Objects.requireNonNullElseGet(job.getMetadata(), ObjectMeta::new);
        return new JobClaim(
                orEmpty(meta.getName()),
                orEmpty(meta.getUid()),
                time(meta.getCreationTimestamp()),
                job.getSpec() == null ? null : pod(job.getSpec().podRef()),
                job.getStatus() == null ? "" : orEmpty(job.getStatus().phase()),
                "true".equals(orEmpty(meta.getAnnotations()).get(Annotations.JOB_PASSED_ARBITRATION)),
                orEmpty(meta.getLabels()).getOrDefault(Labels.EVICT_POLICY, ""));
    }

    private static @Nullable PodRef pod(@Nullable ObjectReference ref) {
        return ref == null
                ? null
                : new PodRef(orEmpty(ref.getNamespace()), orEmpty(ref.getName()), orEmpty(ref.getUid()));
    }

    private static Instant time(@Nullable String text) {
        try {
            return text == null || text.isEmpty() ? Instant.EPOCH : Instant.parse(text);
        } catch (DateTimeException notATime) {
            return Instant.EPOCH;
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
        return map == null ? Map.of() : map;
    }

    /** Whether it is under way. */
    public boolean isRunning() {
        return phase.equals("Running");
    }

    /** Whether it has not begun. */
    public boolean isPending() {
        return phase.isEmpty() || phase.equals("Pending");
    }

    /** Whether it has not ended. */
    public boolean isOpen() {
        return isRunning() || isPending();
    }

    /** Whether a round has to decide about it: jobs that passed, run or ended are not arbitrated again. */
    public boolean needsArbitration() {
        return isPending() && !passed;
    }
}
