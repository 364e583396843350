/**
 * Documents by which pods say how quotas count them. Input: annotations of pods. Output: {@link io.koordbridge.api.document.Decoded}.
 * Pure; manager specification section 9, product design 3.28.
 */
@NullMarked
package io.koordbridge.api.document.scheduling;

import org.jspecify.annotations.NullMarked;
