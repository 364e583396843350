/**
 * Takes YARN off a node, and its NodeManager's pod: who asked for it, where it stands, when it has failed.
 *
 * <p>Pure. Inputs: the Node's annotation {@code yarn-drain}, NodeManager pods that are deleted or that a descheduler wants gone, and what is
 * seen of containers. Output: the orders for the lease ({@link io.koordbridge.yarnoperator.lease.NodeOrders}) and the state for people and
 * pods. Trigger: each pass over a node. Source: design 3.15, 3.35, YARN specification section 6.8.
 */
@NullMarked
package io.koordbridge.yarnoperator.drain;

import org.jspecify.annotations.NullMarked;
