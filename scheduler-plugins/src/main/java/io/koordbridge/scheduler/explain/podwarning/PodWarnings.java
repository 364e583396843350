package io.koordbridge.scheduler.explain.podwarning;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.scheduler.facts.numa.PodNumaProblems;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** One event of a pod when its annotations cannot be used, and one when they can again. */
public final class PodWarnings implements ClusterListener {

    private static final Concern ANNOTATIONS =
            new Concern("BadSchedulingAnnotation", "SchedulingAnnotationValid", "annotations that cannot be used");

    private final ClusterLedger ledger;
    private final ObjectWarnings warnings;
    private final List<Function<Pod, List<String>>> checks;

    /**
     * Warnings about the pods that it hears of.
     *
     * @param checks annotations that cannot be used, a line each
     */
    public PodWarnings(ClusterLedger ledger, EventRecorder events, List<Function<Pod, List<String>>> checks) {
        this.ledger = ledger;
        this.warnings = new ObjectWarnings(events);
        this.checks = List.copyOf(checks);
    }

    @Override
    public void podSeen(Pod pod) {
        String node = PodPlacement.nodeName(pod);
        List<String> problems = new ArrayList<>(PodNumaProblems.of(pod, ledger.topology(node)));
        checks.forEach(check -> problems.addAll(check.apply(pod)));
        warnings.look(pod, ANNOTATIONS, ObjectWarnings.summary(problems));
    }

    @Override
    public void podGone(String uid, String key) {
        warnings.forget(key);
    }
}
