/**
 * What a node offers beside its own resources, as the stages of batch and mid capacity come to it, and the memory that both keep.
 * Input: the node that all capacity is calculated from, and what is published. Output: allotments with what damping did, as results
 * of stages, which sums, views and metrics ask a finished pass for by their type. Triggered by the passes in {@code plan}, which know
 * none of them; manager specification sections 8.2 to 8.4.
 */
@NullMarked
package io.koordbridge.capacity.offered;

import org.jspecify.annotations.NullMarked;
