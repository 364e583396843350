package io.koordbridge.descheduler.act.evict;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.SoftEviction;
import io.koordbridge.api.document.pod.SoftEvictionReader;
import io.koordbridge.descheduler.act.MayWrite;
import io.koordbridge.descheduler.act.PodEvictor.Outcome;
import io.koordbridge.descheduler.act.PodEvictor.Result;
import io.koordbridge.descheduler.act.ShortCalls;
import io.koordbridge.descheduler.decide.pod.PodRef;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import io.koordbridge.kube.write.WriteTries;
import io.koordbridge.protocol.Annotations;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks another component to end a pod, by an annotation on it, and takes that back. Each try reads the pod, so that a pod made anew under the
 * name, or an annotation of another writer, is never changed by mistake: the version that was read is the precondition of the write.
 */
public final class SoftEvictions {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int LONGEST_REASON = 1024;
    private static final Outcome GONE = new Outcome(Result.GONE, "the pod is gone");
    private static final Outcome NO_LEASE = new Outcome(Result.FAILED, MayWrite.PROBLEM);

    private final KubernetesClient client;
    private final ObjectPatcher patcher;
    private final MayWrite mayWrite;
    private final Clock wall;

    /**
     * Soft evictions.
     *
     * @param wall time of day, for the annotation
     */
    public SoftEvictions(KubernetesClient client, MetricRegistry metrics, MayWrite mayWrite, Clock wall) {
        this.client = ShortCalls.of(client);
        this.patcher = new ObjectPatcher(this.client, metrics);
        this.mayWrite = mayWrite;
        this.wall = wall;
    }

    /**
     * Writes the annotation, over one that is there. One of the same job is left as it is, so that a job that asks twice does not move the
     * begin of the drain.
     *
     * @param initiator what asked for it
     */
    public Outcome request(PodRef pod, String job, String initiator, String reason, @Nullable JsonNode deleteOptions) {
        return tries(pod, found -> {
            boolean asked = isOf(found, initiator, job);
            if (asked || found.getMetadata().getDeletionTimestamp() != null) {
                return Outcome.EVICTED;
            }
            String now = wall.instant().truncatedTo(ChronoUnit.SECONDS).toString();
            SoftEviction wanted = new SoftEviction(now, deleteOptions, initiator, shortened(reason), job);
            return write(found, AnnotationCodec.write(wanted));
        });
    }

    /**
     * Removes the annotation if this job wrote it. To be called before a job ends otherwise than by the end of its pod, and when it was
     * deleted.
     *
     * @return EVICTED when nothing of the job is left on the pod, GONE when the pod is gone, else why it could not be removed
     */
    public Outcome withdraw(PodRef pod, String initiator, String job) {
        return tries(pod, found -> isOf(found, initiator, job) ? write(found, null) : Outcome.EVICTED);
    }

    private Outcome write(Pod found, @Nullable String value) {
        if (!mayWrite.within(ShortCalls.CALL)) {
            return NO_LEASE;
        }
        Map<String, @Nullable String> change = Collections.singletonMap(Annotations.POD_SOFT_EVICTION, value);
        ObjectAddress<Pod> address = new ObjectAddress<>(
                Pod.class,
                found.getMetadata().getNamespace(),
                found.getMetadata().getName());
        patcher.patchAnnotations(address, change, found.getMetadata().getResourceVersion());
        return Outcome.EVICTED;
    }

    private Outcome tries(PodRef pod, Function<Pod, Outcome> step) {
        WriteTries tries = new WriteTries();
        while (true) {
            try {
                Pod found = client.pods()
                        .inNamespace(pod.namespace())
                        .withName(pod.name())
                        .get();
                boolean same =
                        found != null && pod.uid().equals(found.getMetadata().getUid());
                return same ? step.apply(found) : GONE;
            } catch (KubernetesClientException e) {
                Optional<Outcome> end = end(e, tries.isLast());
                if (end.isPresent()) {
                    return end.get();
                }
                tries.pause();
            }
        }
    }

    /** Empty when another try may help. */
    private static Optional<Outcome> end(KubernetesClientException problem, boolean last) {
        return switch (problem.getCode()) {
            case HttpURLConnection.HTTP_NOT_FOUND -> Optional.of(GONE);
            case HttpURLConnection.HTTP_CONFLICT, TOO_MANY_REQUESTS ->
                last ? Optional.of(new Outcome(Result.REFUSED, FailureFormatter.of(problem))) : Optional.empty();
            default -> Optional.of(new Outcome(Result.FAILED, FailureFormatter.of(problem)));
        };
    }

    private static boolean isOf(Pod pod, String initiator, String job) {
        return SoftEvictionReader.read(pod)
                .found()
                .filter(found -> job.equals(found.job()))
                .filter(found -> initiator.equals(Objects.requireNonNullElse(found.initiator(), "")))
                .isPresent();
    }

    private static String shortened(String reason) {
        return reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON) + "...";
    }
}
