/**
 * Finds best-effort pods that Kubernetes does not treat as best-effort: they run outside the tier that the agent limits, and hold plain cpu
 * and memory of their node beside batch resources. Input: every pod as the watch decodes it. Output: one event on each such pod, gauges by
 * Kubernetes' QoS class, and the sum for {@code /api/v1/status}. Triggered by pod events and every ten seconds; reported by the leader.
 * Manager specification section 9.1.
 */
@NullMarked
package io.koordbridge.manager.profile.outsidetier;

import org.jspecify.annotations.NullMarked;
