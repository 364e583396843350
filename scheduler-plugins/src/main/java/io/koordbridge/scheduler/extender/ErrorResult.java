package io.koordbridge.scheduler.extender;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Answer to bind, and to every request that cannot be answered.
 *
 * @param error empty when the pod is bound
 */
record ErrorResult(@JsonProperty("Error") String error) {}
