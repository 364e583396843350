package io.koordbridge.descheduler.watch;

import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.UUID;

/** Pods of Deployments as an API server sends them: no two objects share a text. */
final class Scene {

    private static final int PODS_OF_A_DEPLOYMENT = 10;

    private Scene() {}

    /** The pod of a number; it runs on a node of this many nodes. */
    static Pod pod(int number, int nodes) {
        int deployment = number / PODS_OF_A_DEPLOYMENT;
        String name = "deployment-%05d".formatted(deployment);
        String hash = "%010x".formatted(deployment * 7_919L);
        String uid = new UUID(deployment, 1).toString();
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("team-%02d".formatted(deployment % 50))
                .withName(name + "-" + hash + "-%05d".formatted(number))
                .withUid(new UUID(number, 2).toString())
                .withCreationTimestamp(
                        "2026-11-%02dT10:%02d:%02dZ".formatted(1 + number % 28, number % 60, number % 59))
                .withLabels(Map.of(
                        new String("app"),
                        name,
                        new String("pod-template-hash"),
                        hash,
                        new String("tier"),
                        "web" + deployment))
                .withAnnotations(Map.of("checksum", hash))
                .withOwnerReferences(new OwnerReferenceBuilder()
                        .withApiVersion("apps/v1")
                        .withKind("ReplicaSet")
                        .withName(name + "-" + hash)
                        .withUid(uid)
                        .withController(true)
                        .build())
                .endMetadata()
                .withNewSpec()
                .withNodeName("node-%05d".formatted(number % nodes))
                .withPriority(9_000)
                .addNewContainer()
                .withName("main")
                .withNewResources()
                .addToRequests("cpu", new Quantity(100 + deployment % 10 + "m"))
                .addToRequests("memory", new Quantity("256Mi"))
                .endResources()
                .endContainer()
                .addNewToleration()
                .withKey("node.kubernetes.io/not-ready")
                .withOperator("Exists")
                .withEffect("NoExecute")
                .withTolerationSeconds(300L)
                .endToleration()
                .endSpec()
                .withStatus(running())
                .build();
    }

    private static PodStatus running() {
        return new PodStatusBuilder()
                .withPhase("Running")
                .withQosClass("Burstable")
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .build();
    }
}
