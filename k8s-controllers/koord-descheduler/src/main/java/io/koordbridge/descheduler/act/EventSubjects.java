package io.koordbridge.descheduler.act;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.descheduler.decide.pod.PodRef;

/** What events are about, by their names. */
public final class EventSubjects {

    private EventSubjects() {}

    /** A pod. */
    public static Pod pod(PodRef ref) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace(ref.namespace())
                .withName(ref.name())
                .withUid(ref.uid())
                .endMetadata()
                .build();
    }

    /** A node, whose events carry its name as uid, as those of the kubelet do. */
    public static Node node(String name) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withUid(name)
                .endMetadata()
                .build();
    }
}
