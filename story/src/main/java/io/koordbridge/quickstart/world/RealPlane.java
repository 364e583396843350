package io.koordbridge.quickstart.world;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionCondition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.lab.kube.RealControlPlane.Options;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A real etcd and kube-apiserver, built by {@code bin/lab build}. */
public final class RealPlane implements ControlPlane {

    private static final long ESTABLISH_SECONDS = 180;

    private final RealControlPlane plane;
    private final KubernetesClient client;

    /**
     * Starts it and installs our custom resources.
     *
     * @throws IllegalStateException when it is not built, saying how to
     */
    public RealPlane(ProjectLayout layout) {
        RealControlPlane.missing().ifPresent(reason -> {
            throw new IllegalStateException(reason);
        });
        plane = RealControlPlane.start(Options.apiServerOnly());
        client = plane.client();
        install(layout.root().resolve("charts/koord-bridge/crds"));
    }

    private void install(Path definitions) {
        try (Stream<Path> files = Files.list(definitions)) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith(".yml")).toList()) {
                try (InputStream in = Files.newInputStream(file)) {
                    HasMetadata definition = client.resource(in).create();
                    client.resources(CustomResourceDefinition.class)
                            .withName(definition.getMetadata().getName())
                            .waitUntilCondition(RealPlane::established, ESTABLISH_SECONDS, TimeUnit.SECONDS);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + definitions, e);
        }
    }

    /** The API server writes a status without conditions before it has looked at a definition. */
    static boolean established(@Nullable CustomResourceDefinition definition) {
        CustomResourceDefinitionStatus status = definition == null ? null : definition.getStatus();
        List<CustomResourceDefinitionCondition> conditions = status == null ? null : status.getConditions();
        return conditions != null
                && conditions.stream()
                        .anyMatch(one -> one.getType().equals("Established")
                                && one.getStatus().equals("True"));
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
