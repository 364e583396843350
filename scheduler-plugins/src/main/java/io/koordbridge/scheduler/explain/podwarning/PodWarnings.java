package io.koordbridge.scheduler.explain.podwarning;

import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.pod.PodPlacement;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.scheduler.facts.numa.PodNumaProblems;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import io.koordbridge.scheduler.view.PodTraitsReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** One event of a pod when its annotations cannot be used, and one when they can again. */
public final class PodWarnings implements ClusterListener {

    private static final Concern ANNOTATIONS =
            new Concern("BadSchedulingAnnotation", "SchedulingAnnotationValid", "annotations that cannot be used");

    private final ClusterLedger ledger;
    private final ObjectWarnings warnings;
    private final List<Function<Map<String, String>, List<String>>> checks;
    private final List<Function<Pod, List<String>>> ofPods;

    /**
     * Warnings about the pods that it hears of.
     *
     * @param checks what capabilities find wrong with the annotations that they read
     * @param ofPods what is wrong with annotations of the whole pod, such as one that names more than the pod requests
     */
    public PodWarnings(
            ClusterLedger ledger,
            EventRecorder events,
            List<Function<Map<String, String>, List<String>>> checks,
            List<Function<Pod, List<String>>> ofPods) {
        this.ledger = ledger;
        this.warnings = new ObjectWarnings(events);
        this.checks = List.copyOf(checks);
        this.ofPods = List.copyOf(ofPods);
    }

    @Override
    public void podSeen(Pod pod) {
        String node = PodPlacement.nodeName(pod);
        List<String> problems = new ArrayList<>(PodNumaProblems.of(pod, ledger.topology(node)));
        Map<String, String> annotations = PodTraitsReader.annotations(pod, !node.isEmpty());
        checks.forEach(check -> problems.addAll(check.apply(annotations)));
        ofPods.forEach(check -> problems.addAll(check.apply(pod)));
        warnings.look(pod, ANNOTATIONS, ObjectWarnings.summary(problems));
    }

    @Override
    public void podGone(String uid, String key) {
        warnings.forget(key);
    }
}
