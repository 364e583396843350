package io.koordbridge.api.reservation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;

/** Lets the API server fill in what readers of the reference rely on; used only by the generator. */
public final class ReservationSchema implements SchemaCustomizer.Customizer {

    @Override
    public JSONSchemaProps apply(JSONSchemaProps schema, String input, KubernetesSerialization serialization) {
        Map<String, JsonNode> defaults = Map.of("ttl", TextNode.valueOf("24h"), "allocateOnce", BooleanNode.TRUE);
        schema.getProperties().forEach((name, field) -> field.setDefault(defaults.get(name)));
        return schema;
    }
}
