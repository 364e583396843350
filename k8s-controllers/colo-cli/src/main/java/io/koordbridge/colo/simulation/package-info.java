/**
 * {@code colo simulate} and {@code colo diff}: the manager's own calculation on what the API server has now, with its configuration or another
 * one. Inputs: Nodes, pods, NodeMetrics, topologies, {@code slo-controller-config}. Output: amounts per node. Writes nothing.
 */
@NullMarked
package io.koordbridge.colo.simulation;

import org.jspecify.annotations.NullMarked;
