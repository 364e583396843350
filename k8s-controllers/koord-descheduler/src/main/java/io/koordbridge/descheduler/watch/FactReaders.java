package io.koordbridge.descheduler.watch;

import io.fabric8.kubernetes.api.model.Node;
import io.koordbridge.api.slo.NodeMetric;
import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import java.time.Instant;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * How objects become facts on arrival.
 *
 * @param node facts of a node
 * @param report what an agent reports, with the time at which this process first saw the report
 */
public record FactReaders(Function<Node, NodeFacts> node, BiFunction<NodeMetric, Instant, LoadReport> report) {}
