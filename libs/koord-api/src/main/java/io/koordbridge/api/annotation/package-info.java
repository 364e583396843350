/** Codecs of the annotations that carry JSON, and their records. */
@NullMarked
package io.koordbridge.api.annotation;

import org.jspecify.annotations.NullMarked;
