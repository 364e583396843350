package io.koordbridge.api.quota;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which nodes make up a tree, and the quota that stands for them. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ElasticQuotaProfileSpec(
        @Nullable String quotaName,
        @Nullable Map<String, String> quotaLabels,
        @Nullable String resourceRatio,
        @Nullable LabelSelector nodeSelector) {

    public ElasticQuotaProfileSpec {
        quotaLabels = quotaLabels == null ? null : Map.copyOf(quotaLabels);
    }
}
