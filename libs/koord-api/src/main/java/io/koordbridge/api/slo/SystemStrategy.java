package io.koordbridge.api.slo;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.crdv2.generator.v1.SchemaCustomizer;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.QuantityPattern;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Kernel parameters of the node. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
@SchemaCustomizer(QuantityPattern.class)
public record SystemStrategy(
        @Nullable Long minFreeKbytesFactor,
        @Nullable Long watermarkScaleFactor,
        @Nullable Long memcgReapBackGround,
        @Nullable Quantity totalNetworkBandwidth,
        @Nullable Long schedGroupIdentityEnabled,
        @Nullable Long schedIdleSaverWmark,
        @Nullable Map<String, Boolean> schedFeatures,
        @Nullable Long pageCacheLimitEnabled) {

    public SystemStrategy {
        schedFeatures = schedFeatures == null ? null : Map.copyOf(schedFeatures);
    }
}
