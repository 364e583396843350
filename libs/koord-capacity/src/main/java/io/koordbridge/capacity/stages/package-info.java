/**
 * The list of stages. Input: the facts of a pass. Output: what each stage comes to, with the names on the Node that belong to it.
 * Run by {@code io.koordbridge.capacity.plan.NodeResourcePass}; manager specification sections 8.2 to 8.8. A new resource is a
 * {@link io.koordbridge.capacity.plan.ResourceStage} in a package of its own and one line in {@link ResourceStages}.
 */
@NullMarked
package io.koordbridge.capacity.stages;

import org.jspecify.annotations.NullMarked;
