/**
 * The edge towards YARN: one connection per cluster, polled once a second, updated only where something differs.
 *
 * <p>Inputs: Hadoop configuration files, update requests; outputs: {@link ClusterReport}, {@code updateNodeResource} calls, the
 * NodeManager's own view. Each cluster has its own threads, time limits and breaker, so that one that hangs stops no other.
 * Source: YARN specification sections 1.2, 4.1, 4.4 and 4.5.
 */
@NullMarked
package io.koordbridge.yarnoperator.resourcemanager;

import org.jspecify.annotations.NullMarked;
