package io.koordbridge.it.controlplane;

import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.testkit.prerequisite.Prerequisite;

/** Starts a real control plane for a test class, or says why the class is skipped; with CI=true that is a failure. */
public final class ControlPlaneGate {
    private ControlPlaneGate() {}

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
