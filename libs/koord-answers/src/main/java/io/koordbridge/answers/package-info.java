/**
 * Answers of {@code /api/v1} of the yarn-operator ({@code docs/reference/operator-api.md}) and of {@code /apis/v1} of koord-descheduler
 * ({@code docs/guide/descheduler.md}) as records: those processes write them, colo reads them. Null is not known, never 0. A field that must be there and is not gives an error that names it.
 */
@NullMarked
package io.koordbridge.answers;

import org.jspecify.annotations.NullMarked;
