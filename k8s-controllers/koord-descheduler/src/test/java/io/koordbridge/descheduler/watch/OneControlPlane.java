package io.koordbridge.descheduler.watch;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.client.KubeClients;
import io.koordbridge.kube.client.KubeConnection;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.time.Duration;

/** A real API server that the classes of this JVM use one after the other; it ends with the JVM. */
final class OneControlPlane {

    private static RealControlPlane started;

    private OneControlPlane() {}

    static synchronized RealControlPlane get() {
        Prerequisite.require(
                RealControlPlane.available(),
                RealControlPlane.missing().orElse("the executables of the real control plane"));
        if (started == null) {
            started = RealControlPlane.start(RealControlPlane.Options.apiServerOnly());
            ChartDefinitions.install(started.client());
        }
        return started;
    }

    static ListWatchSource source() {
        ListWatchSource.Waits waits = new ListWatchSource.Waits(Duration.ofMillis(50), Duration.ofMillis(500));
        return new ListWatchSource(
                KubeClients.connect(
                        new KubeConnection(get().kubeconfig(), null, Duration.ofSeconds(5), 64), "descheduler-test"),
                new MetricRegistry(),
                waits);
    }
}
