package io.koordbridge.kube.client;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonView;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.KubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.api.device.Device;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaProfile;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.api.slo.NodeSLO;
import io.koordbridge.api.topology.NodeResourceTopology;
import java.util.List;

/** How Kubernetes objects are read from JSON and written to it. */
public final class KubeJson {

    /**
     * What comes in the events of informers: the error's status, which has to be distinguished, and kinds that are decoded at once
     * instead of by way of a map. A kind that is missing here is only slower.
     */
    private static final List<Class<? extends KubernetesResource>> WATCHED = List.of(
            Status.class,
            ConfigMap.class,
            Namespace.class,
            Node.class,
            Pod.class,
            PriorityClass.class,
            ClusterColocationProfile.class,
            Device.class,
            ElasticQuota.class,
            ElasticQuotaProfile.class,
            NodeMetric.class,
            NodeResourceTopology.class,
            NodeSLO.class);

    /** One for all feeds: what it learns of a class it learns once. */
    private static final ObjectMapper FEED_MAPPER = feedMapper();

    private KubeJson() {}

    /** The default part of objects. */
    private interface Plain {}

    /** What is read where it matters who changed an object when. */
    private interface WithChanges extends Plain {}

    /** Who changed an object when: few read it, and it is longer than many an object. */
    interface Changes {
        @JsonView(WithChanges.class)
        List<ManagedFieldsEntry> getManagedFields();
    }

    /** The fields of a change are never read. */
    @JsonIgnoreProperties("fieldsV1")
    private interface ChangeAlone {}

    /** Reads a kind from a list-watch: without managed fields. */
    public static ObjectReader feedReader(Class<?> kind) {
        return FEED_MAPPER.readerFor(kind).withView(Plain.class);
    }

    /** Reads a kind from a list-watch: with the managers and times of changes, but not their fields. */
    public static ObjectReader feedReaderWithChanges(Class<?> kind) {
        return FEED_MAPPER.readerFor(kind).withView(WithChanges.class);
    }

    private static ObjectMapper feedMapper() {
        ObjectMapper mapper = mapper().addMixIn(ObjectMeta.class, Changes.class)
                .addMixIn(ManagedFieldsEntry.class, ChangeAlone.class);
        serialization(mapper);
        return mapper;
    }

    static ObjectMapper mapper() {
        return new ObjectMapper().addMixIn(Quantity.class, LenientQuantity.MixIn.class);
    }

    /**
     * Sets a mapper up for Kubernetes objects. Kinds are not looked for on the class path, which would load thousands of classes.
     */
    static KubernetesSerialization serialization(ObjectMapper mapper) {
        KubernetesSerialization serialization = new KubernetesSerialization(mapper, false);
        WATCHED.forEach(serialization::registerKubernetesResource);
        return serialization;
    }
}
