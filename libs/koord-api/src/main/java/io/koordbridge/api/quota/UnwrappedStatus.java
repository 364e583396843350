package io.koordbridge.api.quota;

import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import java.util.TreeMap;

/** Moves what {@link ElasticQuota.Reported} holds up to the object, where the JSON has it; used only by the generator. */
public final class UnwrappedStatus implements SchemaCustomizer.Customizer {

    private static final String WRAPPER = "reported";

    @Override
    public JSONSchemaProps apply(JSONSchemaProps schema, String input, KubernetesSerialization serialization) {
        Map<String, JSONSchemaProps> properties = new TreeMap<>(schema.getProperties());
        JSONSchemaProps wrapper = properties.remove(WRAPPER);
        if (wrapper != null) {
            properties.putAll(wrapper.getProperties());
        }
        schema.setProperties(properties);
        return schema;
    }
}
