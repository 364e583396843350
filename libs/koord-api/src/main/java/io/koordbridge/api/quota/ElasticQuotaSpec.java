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

/** What a quota is promised, and its limit. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(QuantityPattern.class)
public record ElasticQuotaSpec(
        @Nullable Map<String, Quantity> min, @Nullable Map<String, Quantity> max) {

    public ElasticQuotaSpec {
        min = min == null ? null : Collections.unmodifiableMap(new TreeMap<>(min));
        max = max == null ? null : Collections.unmodifiableMap(new TreeMap<>(max));
    }
}
