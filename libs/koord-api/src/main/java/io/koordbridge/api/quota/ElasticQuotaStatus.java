package io.koordbridge.api.quota;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.QuantityPattern;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the pods of a quota use; written by the scheduler. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(QuantityPattern.class)
public record ElasticQuotaStatus(@Nullable Map<String, Quantity> used) {

    public ElasticQuotaStatus {
        used = used == null ? null : Collections.unmodifiableMap(new TreeMap<>(used));
    }
}
