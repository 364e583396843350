/**
 * Annotations that pods carry between the steps of their admission. Input: the text of an annotation. Output: {@link
 * io.koordbridge.api.document.Decoded}. Read by the pod webhook and by the check of best-effort pods outside their tier. Pure; manager
 * specification section 9.1, product design 3.28.
 */
@NullMarked
package io.koordbridge.api.document.admission;

import org.jspecify.annotations.NullMarked;
