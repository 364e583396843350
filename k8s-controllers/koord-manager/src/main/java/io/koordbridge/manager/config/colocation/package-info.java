/**
 * The colocation configuration in force: read again on each config map event, the last good one kept, dependents notified,
 * problems as log line, event and gauge. Decoding and merging are in {@code io.koordbridge.sloconfig.colocation}; manager
 * specification section 5.2.
 */
@NullMarked
package io.koordbridge.manager.config.colocation;

import org.jspecify.annotations.NullMarked;
