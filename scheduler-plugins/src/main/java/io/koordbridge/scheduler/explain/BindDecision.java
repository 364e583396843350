package io.koordbridge.scheduler.explain;

import io.koordbridge.scheduler.facts.numa.NumaHolding;
import java.time.Instant;
import java.util.Map;

/**
 * How the last bind ended.
 *
 * @param at when
 * @param node where to
 * @param bound whether the pod is bound there
 * @param problem why it is not, empty when it is
 * @param scores of the node by plugin, from 0 to 100
 * @param holding CPUs and NUMA quantities that the pod got
 */
public record BindDecision(
        Instant at, String node, boolean bound, String problem, Map<String, Long> scores, NumaHolding holding) {}
