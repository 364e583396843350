/**
 * CPUs of containers: those that a scheduler annotated, else shared pools of the node by QoS class, and no quota for pods with CPUs of their
 * own. Inputs: pods, their groups on disk (sandboxes have those of their
 * containers), annotations of the NodeResourceTopology, host applications. Runs once a second and when a pod appears. Best-effort
 * pods belong to suppression unless the scheduler places them. Node agent specification section 14.5.
 */
@NullMarked
package io.koordbridge.koordlet.qos.cpuset;

import org.jspecify.annotations.NullMarked;
