package io.koordbridge.it.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.koordbridge.lab.kube.RealControlPlane;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts a real control plane for a test class, or says why the class is skipped; with CI=true that is a failure. */
public final class ControlPlaneGate {
    private static final Logger LOG = LoggerFactory.getLogger(ControlPlaneGate.class);

    private ControlPlaneGate() {}

    public static RealControlPlane start(RealControlPlane.Options options) {
        requireExecutables();
        return RealControlPlane.start(options);
    }

    public static void requireExecutables() {
        RealControlPlane.missing().ifPresent(reason -> {
            if (Boolean.parseBoolean(System.getenv("CI"))) {
                assertThat(RealControlPlane.available()).as(reason).isTrue();
            }
            LOG.warn("SKIPPED, no real control plane: {}", reason);
            assumeThat(RealControlPlane.available()).as(reason).isTrue();
        });
    }
}
