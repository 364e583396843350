package io.koordbridge.descheduler.act;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.Edits;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One real API server for all tests of this JVM that write; each of them has a namespace. */
public final class RealCluster {

    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static @Nullable RealControlPlane plane;

    private RealCluster() {}

    private static synchronized RealControlPlane plane() {
        if (plane == null) {
            Prerequisite.require(
                    RealControlPlane.available(),
                    RealControlPlane.missing().orElse("the executables of the real control plane"));
            plane = RealControlPlane.start(RealControlPlane.Options.apiServerOnly());
            ChartDefinitions.install(plane.client(), PodMigrationJob.class);
            ChartDefinitions.install(plane.client(), Reservation.class);
            Runtime.getRuntime().addShutdownHook(new Thread(plane::close, "real-cluster-end"));
        }
        return plane;
    }

    /** The administrator's client. */
    public static KubernetesClient client() {
        return plane().client();
    }

    /** A new namespace. */
    public static String namespace() {
        String name = "space-" + NAMESPACES.incrementAndGet();
        plane().createNamespace(name);
        return name;
    }

    /** A running pod, as far as the API server sees it. */
    public static Pod runningPod(String namespace, String name, Map<String, String> labels) {
        client().resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .withLabels(labels)
                        .endMetadata()
                        .withNewSpec()
                        .withNodeName("node-1")
                        .addNewContainer()
                        .withName("main")
                        .withImage("none")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
        return Edits.editStatus(
                client().pods().inNamespace(namespace).withName(name),
                pod -> new PodBuilder(pod)
                        .editOrNewStatus()
                        .withPhase("Running")
                        .addNewCondition()
                        .withType("Ready")
                        .withStatus("True")
                        .endCondition()
                        .endStatus()
                        .build());
    }

    /** The pod now, null when it is gone. */
    public static @Nullable Pod now(Pod pod) {
        return client().resource(pod).get();
    }
}
