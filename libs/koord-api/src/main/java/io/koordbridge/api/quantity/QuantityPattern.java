package io.koordbridge.api.quantity;

import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;

/**
 * Lets a definition take only quantities that can be read, in fields and in values of maps; used only by the generator. A type
 * that holds quantities is annotated with it.
 */
public final class QuantityPattern implements SchemaCustomizer.Customizer {

    /** As in the definitions of Kubernetes' own kinds. */
    public static final String PATTERN = "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))"
            + "(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

    @Override
    public JSONSchemaProps apply(JSONSchemaProps schema, String input, KubernetesSerialization serialization) {
        schema.getProperties().values().forEach(QuantityPattern::restrict);
        return schema;
    }

    private static void restrict(JSONSchemaProps property) {
        if (Boolean.TRUE.equals(property.getXKubernetesIntOrString())) {
            property.setPattern(PATTERN);
        }
        if (property.getAdditionalProperties() != null) {
            restrict(property.getAdditionalProperties().getSchema());
        }
    }
}
