package io.koordbridge.it.controlplane;

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

    public static void requireExecutables() {
        Prerequisite.require(
                RealControlPlane.available(),
                RealControlPlane.missing().orElse("the executables of the real control plane"));
    }
}
