/**
 * Feature gates of the manager. Input: key {@code featureGates} of the configuration. Output: which capability is on; manager
 * specification section 12.
 */
@NullMarked
package io.koordbridge.manager.config.featuregate;

import org.jspecify.annotations.NullMarked;
