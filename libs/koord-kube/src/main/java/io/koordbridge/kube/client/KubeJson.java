package io.koordbridge.kube.client;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/** How Kubernetes objects are read from JSON and written to it. */
public final class KubeJson {

    private KubeJson() {}

    /** Who owned which field when: nobody here reads it, and it is longer than many an object. */
    @JsonIgnoreProperties("managedFields")
    private interface WithoutOwners {}

    /** Reads what a feed brings, objects alone: without the owners of their fields. */
    public static ObjectMapper feedMapper() {
        ObjectMapper mapper = mapper().addMixIn(ObjectMeta.class, WithoutOwners.class);
        serialization(mapper);
        return mapper;
    }

    static ObjectMapper mapper() {
        return new ObjectMapper().addMixIn(Quantity.class, ForgivingQuantity.MixIn.class);
    }

    /**
     * Sets a mapper up for Kubernetes objects. Kinds are not looked for on the class path, which would load thousands of classes:
     * callers say what they read, and of a watch's events only the status of an error has to be told apart.
     */
    static KubernetesSerialization serialization(ObjectMapper mapper) {
        KubernetesSerialization serialization = new KubernetesSerialization(mapper, false);
        serialization.registerKubernetesResource(Status.class);
        return serialization;
    }
}
