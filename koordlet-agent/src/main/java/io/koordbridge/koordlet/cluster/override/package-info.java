/**
 * What a pod says of itself in annotations that a strategy defines. Inputs: keys of the strategies, annotations of pods. Output:
 * {@link io.koordbridge.koordlet.cluster.override.Overrides} of a pod. Trigger: each change of a pod. Node agent specification section 2.
 */
@NullMarked
package io.koordbridge.koordlet.cluster.override;

import org.jspecify.annotations.NullMarked;
