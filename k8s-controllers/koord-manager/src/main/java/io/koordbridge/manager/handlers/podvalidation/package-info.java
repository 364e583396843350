/**
 * Validation of pods. Input: the pod, on updates the pod before, the quotas, the rules of a config map. Output: allowed, or the
 * violations of the first stage that found any. Triggered by admission on every replica; manager specification section 9.3.
 */
@NullMarked
package io.koordbridge.manager.handlers.podvalidation;

import org.jspecify.annotations.NullMarked;
