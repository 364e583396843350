/**
 * How changes of batch and mid capacity are damped: the document under {@code extensions.damping} of a colocation strategy. Input: that JSON
 * value, merged like every extension (a node's value replaces the cluster's whole). Output: a
 * {@link io.koordbridge.sloconfig.damping.DampingStrategy}, or problems that name field, value and allowed range. The reference
 * ignores the key.
 */
@NullMarked
package io.koordbridge.sloconfig.damping;

import org.jspecify.annotations.NullMarked;
