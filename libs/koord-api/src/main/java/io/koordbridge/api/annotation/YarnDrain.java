package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Order to take YARN off a node; annotation {@code node.koordinator.sh/yarn-drain}. Removing it calls the drain off.
 *
 * @param id random; another one is another drain
 * @param time RFC 3339, when it was asked for; for people
 * @param timeoutSeconds how long containers may stay, from when the operator saw the id first
 * @param evictMasters whether application masters that are left then are ended as well
 * @param deletePod whether the NodeManager's pod is deleted when no container is left
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record YarnDrain(
        @Nullable String id,
        @Nullable String time,
        @Nullable Long timeoutSeconds,
        @Nullable Boolean evictMasters,
        @Nullable Boolean deletePod) {}
