/**
 * The keys {@code cpu-normalization-config} and {@code resource-amplification-config}: shapes and defaults; manager
 * specification sections 5.5 and 5.6. Read with {@link io.koordbridge.sloconfig.KeyState}. Pure.
 */
@NullMarked
package io.koordbridge.sloconfig.noderatios;

import org.jspecify.annotations.NullMarked;
