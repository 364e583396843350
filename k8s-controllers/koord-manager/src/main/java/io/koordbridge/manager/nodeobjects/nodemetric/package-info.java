/**
 * One NodeMetric object per node, with the policy that the node agent collects by. Input: Node, existing NodeMetric,
 * colocation configuration. Output: create, update, delete or nothing. Triggered by Node, NodeMetric and config map
 * events; manager specification section 6.
 */
@NullMarked
package io.koordbridge.manager.nodeobjects.nodemetric;

import org.jspecify.annotations.NullMarked;
