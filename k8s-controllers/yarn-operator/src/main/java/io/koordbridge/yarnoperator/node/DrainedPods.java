package io.koordbridge.yarnoperator.node;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.kube.write.PodEvictions;
import io.koordbridge.kube.write.PodMarks;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.yarnoperator.drain.ContainersSeen;
import io.koordbridge.yarnoperator.drain.Drain;
import io.koordbridge.yarnoperator.drain.DrainState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to NodeManagers' pods: that one is drained, renewed while it is; that evictions are forbidden while containers run; and the end of a
 * pod that was drained for it. Before each write the lease of the leader has to be good for as long as the call may take.
 */
final class DrainedPods {

    static final String REASON = "YarnNodeManagerDrained";

    private static final Logger LOG = LoggerFactory.getLogger(DrainedPods.class);
    private static final Duration RENEWED_EVERY = Duration.ofSeconds(5);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(5);

    /** Containers come and go: a pod is not written to each time. */
    private static final Duration IDLE = Duration.ofMinutes(1);

    private static final Duration WRITE = PodEvictions.CALL.plusSeconds(1);

    private final PodMarks marks;
    private final PodEvictions evictions;
    private final Leadership leadership;
    private final SteadyClock clock;
    private final LeaseMetrics metrics;

    DrainedPods(KubernetesClient client, Leadership leadership, SteadyClock clock, LeaseMetrics metrics) {
        this.marks = new PodMarks(client);
        this.evictions = new PodEvictions(client);
        this.leadership = leadership;
        this.clock = clock;
        this.metrics = metrics;
    }

    /** What was written to the pods of a node; touched by the loop's thread only. */
    static final class Written {

        private @Nullable Instant renewed;
        private @Nullable Instant idleSince;
        private @Nullable Instant failed;

        private void look(ContainersSeen left, Instant now) {
            Instant since = idleSince == null ? now : idleSince;
            boolean idle = left.known() && !runs(left);
            idleSince = idle ? since : null;
        }

        private boolean idle(Instant now) {
            return idleSince != null && !now.isBefore(idleSince.plus(IDLE));
        }

        private boolean due(Instant now) {
            return renewed == null || !now.isBefore(renewed.plus(RENEWED_EVERY));
        }

        /** Whether something failed a moment ago. */
        private boolean waits(Instant now) {
            if (failed != null && now.isBefore(failed.plus(AFTER_FAILURE))) {
                return true;
            }
            failed = null;
            return false;
        }
    }

    void round(List<Pod> pods, NodeMemory memory) {
        Instant now = clock.instant();
        Written written = memory.podWrites;
        ContainersSeen left = memory.left;
        written.look(left, now);
        if (written.waits(now)) {
            return;
        }
        Optional<Drain> drained = memory.drains.underWay().stream()
                .filter(one -> one.state() == DrainState.DRAINED)
                .findFirst();
        boolean over = drained.isPresent() || written.idle(now);
        Boolean gone = over ? Boolean.FALSE : null;
        Boolean kept = runs(left) ? Boolean.TRUE : gone;
        for (Pod pod : pods) {
            mark(pod, drained.map(one -> time()).orElse(""), kept, written, now);
            drained.filter(one -> deletes(one, pod)).ifPresent(one -> end(pod, one, written));
        }
    }

    private static boolean runs(ContainersSeen left) {
        return left.known() && left.containers() > 0;
    }

    private void mark(Pod pod, String mark, @Nullable Boolean kept, Written written, Instant now) {
        boolean absent = AnnotationCodec.text(pod, Annotations.POD_YARN_DRAINED).isEmpty();
        boolean write = mark.isEmpty() || written.due(now) || (absent && written.renewed == null);
        Map<String, @Nullable String> changes = PodMarksWanted.changes(pod, write ? mark : null, kept);
        if (!changes.isEmpty() && call("mark", pod, written, () -> marks.annotate(pod, changes))) {
            written.renewed = mark.isEmpty() ? null : now;
        }
    }

    private static boolean deletes(Drain drain, Pod pod) {
        return drain.request().deletesPods()
                && drain.pods().contains(pod.getMetadata().getUid())
                && pod.getMetadata().getDeletionTimestamp() == null;
    }

    private String time() {
        return clock.timeOfDay(clock.instant()).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private void end(Pod pod, Drain drain, Written written) {
        String message = "no YARN container is left on its node: drain "
                + drain.request().id();
        boolean told = call("condition", pod, written, () -> marks.disrupt(pod, REASON, message, time()));
        if (told && call("delete", pod, written, () -> delete(pod))) {
            LOG.info(
                    "NodeManager's pod is deleted, it is drained pod={}/{} drain={}",
                    pod.getMetadata().getNamespace(),
                    pod.getMetadata().getName(),
                    drain.request().id());
            // Until the cache shows it.
            written.failed = clock.instant();
        }
    }

    private void delete(Pod pod) {
        PodEvictions.Outcome outcome = evictions.delete(
                pod.getMetadata().getNamespace(),
                pod.getMetadata().getName(),
                pod.getMetadata().getUid(),
                Map.of());
        if (outcome.result() == PodEvictions.Result.FAILED || outcome.result() == PodEvictions.Result.REFUSED) {
            throw new KubernetesClientException(outcome.problem());
        }
    }

    private boolean call(String what, Pod pod, Written written, Runnable call) {
        if (!leadership.leads() || !leadership.leadsFor(WRITE)) {
            return false;
        }
        try {
            call.run();
            metrics.podWrite(what, "written");
            return true;
        } catch (KubernetesClientException e) {
            metrics.podWrite(what, "failed");
            written.failed = clock.instant();
            LOG.warn(
                    "NodeManager's pod not written what={} pod={}/{} problem={}",
                    what,
                    pod.getMetadata().getNamespace(),
                    pod.getMetadata().getName(),
                    FailureFormatter.of(e));
            return false;
        }
    }
}
