package io.koordbridge.it.controlplane;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.testkit.prerequisite.Prerequisite;

/** A real control plane for a test class, or the reason why the class is skipped; with CI=true that is a failure. */
public final class ControlPlaneGate {
    private ControlPlaneGate() {}

    /**
     * An empty API server that the classes of this JVM use one after the other; its users neither close nor stop it and end a
     * scheduler that they start. What they leave in it is deleted.
     */
    public static RealControlPlane share() {
        requireExecutables();
        return SharedControlPlane.empty();
    }

    /** A control plane of the caller's own, which closes it. */
    public static RealControlPlane start(RealControlPlane.Options options) {
        requireExecutables();
        return RealControlPlane.start(options);
    }

    /** For tests that resize pods in place. */
    public static void requireResize(KubernetesClient client) {
        String resources = client.raw("/api/v1");
        Prerequisite.require(
                resources != null && resources.contains("\"pods/resize\""),
                "an API server with pods/resize (Kubernetes 1.33 or newer)");
    }

    /** For tests of pods that request amounts as a whole. */
    public static void requirePodResources(KubernetesClient client) {
        Prerequisite.require(
                minor(client) >= 34, "an API server that keeps spec.resources of pods (Kubernetes 1.34 or newer)");
    }

    /** 30 for an API server of 1.30. */
    public static int minor(KubernetesClient client) {
        return Integer.parseInt(client.getKubernetesVersion().getMinor().replaceAll("\\D", ""));
    }

    public static void requireExecutables() {
        Prerequisite.require(
                RealControlPlane.available(),
                RealControlPlane.missing().orElse("the executables of the real control plane"));
    }
}
