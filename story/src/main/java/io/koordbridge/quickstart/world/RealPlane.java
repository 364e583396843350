package io.koordbridge.quickstart.world;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.lab.kube.ChartDefinitions;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.kube.RealControlPlane.Options;
import java.util.List;

/** A real etcd and kube-apiserver, built by {@code bin/lab build}. */
public final class RealPlane implements ControlPlane {

    private final RealControlPlane plane;
    private final KubernetesClient client;

    /**
     * Starts it and installs our custom resources.
     *
     * @throws IllegalStateException when it is not built, saying how to
     */
    public RealPlane() {
        RealControlPlane.missing().ifPresent(reason -> {
            throw new IllegalStateException(reason);
        });
        plane = RealControlPlane.start(Options.apiServerOnly());
        client = plane.client();
        ChartDefinitions.install(client);
    }

    @Override
    public String description() {
        return "real kube-apiserver and etcd at " + plane.url();
    }

    @Override
    public List<String> limits() {
        return List.of("no kubelet: the quickstart itself reports its pods as running", "no controller manager");
    }

    @Override
    public void createNamespace(String name) {
        plane.createNamespace(name);
    }

    @Override
    public KubernetesClient client() {
        return client;
    }

    @Override
    public List<String> flags() {
        return List.of("--kubeconfig", plane.kubeconfig().toString());
    }

    @Override
    public void close() {
        plane.close();
    }
}
