package io.koordbridge.descheduler.decide.scene;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import java.time.Instant;
import java.util.function.UnaryOperator;

/** Pods of tests, as the API server would send them. */
public final class ScenePods {

    private ScenePods() {}

    /** A running pod, changed as a test needs it. */
    public static PodFacts pod(String namespace, String name, UnaryOperator<PodBuilder> change) {
        Pod pod = change.apply(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .withUid(namespace + "-" + name)
                        .withCreationTimestamp("2026-03-01T00:00:00Z")
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName("n1")
                        .endSpec()
                        .withNewStatus()
                        .withPhase("Running")
                        .endStatus())
                .build();
        return PodReader.of(pod);
    }

    /** With a controller whose uid is its name. */
    public static UnaryOperator<PodBuilder> of(String workload) {
        return pod -> pod.editMetadata()
                .addNewOwnerReference()
                .withApiVersion("apps/v1")
                .withKind("ReplicaSet")
                .withName(workload)
                .withUid(workload)
                .withController(true)
                .endOwnerReference()
                .endMetadata();
    }

    /** On a node. */
    public static UnaryOperator<PodBuilder> on(String node) {
        return pod -> pod.editSpec().withNodeName(node).endSpec();
    }

    /** With an eviction that began then. */
    public static UnaryOperator<PodBuilder> disrupted(Instant since) {
        return pod -> pod.editStatus()
                .addNewCondition()
                .withType("DisruptionTarget")
                .withStatus("True")
                .withLastTransitionTime(since.toString())
                .endCondition()
                .endStatus();
    }

    /** Several changes. */
    @SafeVarargs
    public static UnaryOperator<PodBuilder> with(UnaryOperator<PodBuilder>... changes) {
        return pod -> {
            PodBuilder changed = pod;
            for (UnaryOperator<PodBuilder> change : changes) {
                changed = change.apply(changed);
            }
            return changed;
        };
    }
}
