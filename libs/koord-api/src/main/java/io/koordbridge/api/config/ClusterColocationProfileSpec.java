package io.koordbridge.api.config;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whom the profile matches and what it changes. */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ClusterColocationProfileSpec(
        @Nullable LabelSelector namespaceSelector,
        @Nullable LabelSelector selector,
        @Nullable IntOrString probability,
        @Nullable Map<String, String> labels,
        @Nullable Map<String, String> annotations,
        @Nullable Map<String, String> labelKeysMapping,
        @Nullable Map<String, String> annotationKeysMapping,
        @Nullable Map<String, String> labelSuffixes,
        @Nullable String schedulerName,
        @Nullable String qosClass,
        @Nullable String priorityClassName,
        @Nullable Integer koordinatorPriority,
        @Nullable JsonNode patch) {

    /** Matches everything, changes nothing. */
    public static final ClusterColocationProfileSpec EMPTY = new ClusterColocationProfileSpec(
            null, null, null, null, null, null, null, null, null, null, null, null, null);

    public ClusterColocationProfileSpec {
        labels = labels == null ? null : Map.copyOf(labels);
        annotations = annotations == null ? null : Map.copyOf(annotations);
        labelKeysMapping = labelKeysMapping == null ? null : Map.copyOf(labelKeysMapping);
        annotationKeysMapping = annotationKeysMapping == null ? null : Map.copyOf(annotationKeysMapping);
        labelSuffixes = labelSuffixes == null ? null : Map.copyOf(labelSuffixes);
    }
}
