/**
 * Turns matching pods into colocated pods at admission. Input: the pod as submitted, its namespace's labels, the
 * ClusterColocationProfiles, the PriorityClasses. Output: the changed pod, or why it is refused. Triggered by
 * {@code /mutate-pod}; manager specification section 9.2, steps 1 and 2.
 */
@NullMarked
package io.koordbridge.admission.mutation;

import org.jspecify.annotations.NullMarked;
