/**
 * Answers of {@code /api/v1} as records; {@code docs/reference/operator-api.md}. The yarn-operator writes them, colo reads them. Null
 * is not known, never 0. A field that must be there and is not gives an error that names it.
 */
@NullMarked
package io.koordbridge.answers;

import org.jspecify.annotations.NullMarked;
