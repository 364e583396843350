/**
 * Suppression of best-effort work: how many milli-cores it may use now, and how the kernel enforces it - a cfs quota on the tier, or a
 * cpuset for the tier, its pods (hadoop-yarn among them) and their containers. Inputs: newest samples, node, pods, NodeSLO,
 * topology. Runs once a second and at once when other work suddenly needs CPU. Node agent specification section 13.2.
 */
@NullMarked
package io.koordbridge.koordlet.qos.suppress;

import org.jspecify.annotations.NullMarked;
