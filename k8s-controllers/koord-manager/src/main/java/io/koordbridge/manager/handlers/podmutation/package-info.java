/**
 * Mutation of pods at admission. Input: the pod, profiles, priority classes, quota trees. Output: a patch, or a refusal. Triggered
 * by {@code /mutate-pod} on every replica; manager specification section 9.2.
 */
@NullMarked
package io.koordbridge.manager.handlers.podmutation;

import org.jspecify.annotations.NullMarked;
