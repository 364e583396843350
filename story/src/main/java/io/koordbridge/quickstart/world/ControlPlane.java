package io.koordbridge.quickstart.world;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/** Where the objects of the story live. */
public interface ControlPlane extends AutoCloseable {

    /** One line for people. */
    String description();

    /** What this control plane cannot do; said plainly before the story starts. */
    List<String> limits();

    /** Makes a namespace in which pods can be created. */
    void createNamespace(String name);

    KubernetesClient client();

    /** Flags that point one of our processes at it. */
    List<String> flags();

    @Override
    void close();
}
