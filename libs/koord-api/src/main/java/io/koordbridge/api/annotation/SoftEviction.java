package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A pod that another component shall drain and then delete; annotation {@code scheduling.koordinator.sh/soft-eviction}.
 *
 * @param timestamp RFC 3339, when it was asked for
 * @param deleteOptions of the deletion, null for none
 * @param initiator what asked for it, such as the name of a plugin
 * @param reason sentence for people
 * @param job ours: name of the PodMigrationJob, which withdraws the annotation when it ends otherwise; null for none
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SoftEviction(
        @Nullable String timestamp,
        @Nullable JsonNode deleteOptions,
        @Nullable String initiator,
        @Nullable String reason,
        @Nullable String job) {}
