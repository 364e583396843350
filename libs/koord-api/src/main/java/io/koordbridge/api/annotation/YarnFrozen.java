package io.koordbridge.api.annotation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Order to leave a node's lease as it is; annotation {@code node.koordinator.sh/yarn-frozen}.
 *
 * @param time RFC 3339, when it was asked for; for people
 * @param reason for people
 */
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(JsonInclude.Include.NON_NULL)
public record YarnFrozen(@Nullable String time, @Nullable String reason) {}
