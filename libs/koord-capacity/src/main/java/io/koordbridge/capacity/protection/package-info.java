/**
 * Whether online pods are protected from batch work on a node, and what a node without protection may still offer. Inputs: the Node's
 * annotation, its NodeSLO, age and period of the agent's reports, since when the node has been without protection. Output: a
 * {@link io.koordbridge.capacity.protection.NodeProtection}, which the stages of batch and mid capacity obey. Trigger: each pass over
 * a node, and each look at the health of the manager. Product design section 3.12.
 */
@NullMarked
package io.koordbridge.capacity.protection;

import org.jspecify.annotations.NullMarked;
