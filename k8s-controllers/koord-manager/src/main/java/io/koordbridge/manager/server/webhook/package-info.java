/**
 * The admission webhook: HTTPS server, AdmissionReview, JSON patch. Input: a review. Output: an answer with patch, or 4xx
 * with a reason. Triggered by the API server on every replica; manager specification sections 9.1 and 9.2.
 */
@NullMarked
package io.koordbridge.manager.server.webhook;

import org.jspecify.annotations.NullMarked;
