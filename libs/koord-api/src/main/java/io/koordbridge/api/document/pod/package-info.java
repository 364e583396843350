/**
 * Documents on Pods and Reservations, each with one reader for all processes. Input: annotations of these objects, which their owners,
 * the webhook or a scheduler write. Output: {@link io.koordbridge.api.document.Decoded} of a record. Trigger: each version of an object.
 * A table in the Javadoc of each reader says what the processes do with absent, wrong and hostile documents. Pure; product design 3.25,
 * 3.27 and 3.28.
 */
@NullMarked
package io.koordbridge.api.document.pod;

import org.jspecify.annotations.NullMarked;
