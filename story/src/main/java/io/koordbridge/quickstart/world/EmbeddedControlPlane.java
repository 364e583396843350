package io.koordbridge.quickstart.world;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.lab.embedded.EmbeddedApiServer;
import java.util.List;

/** An API server in this JVM: needs nothing but the JDK. */
public final class EmbeddedControlPlane implements ControlPlane {

    private final EmbeddedApiServer server = new EmbeddedApiServer();
    private final KubernetesClient client = server.newClient();

    @Override
    public String description() {
        return "embedded API server at " + server.url();
    }

    @Override
    public List<String> limits() {
        return List.of("no admission (the profile webhook is not called)", "no access control", "no scheduler");
    }

    @Override
    public void createNamespace(String name) {
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    @Override
    public KubernetesClient client() {
        return client;
    }

    @Override
    public List<String> flags() {
        return List.of("--api-server", server.url());
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
