/**
 * Between the configuration and the cluster: how a document that is not accepted is reported, and the patch that turns one
 * configured object into another; manager specification section 5.2. Decoding and merging are in
 * {@code io.koordbridge.sloconfig}.
 */
@NullMarked
package io.koordbridge.manager.config.sloconfig;

import org.jspecify.annotations.NullMarked;
