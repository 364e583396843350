/**
 * Damps amounts, each by its key: a resource of a node, or of a part of the node that shares what the whole offers. Input for each
 * key: what a formula gave, what is published and held of it, and the {@link
 * io.koordbridge.sloconfig.damping.DampingStrategy.Rules} of its stage. Output for each key: what to publish, why it differs from the
 * formula, the next state, and when to ask again. Order: the upper limits of overcommit and the rounding hold; parts share what the whole
 * offers; then each change is made at once, held, or made in steps. Stages build the input from their terms and read the output;
 * nothing here knows a resource. Off by default, then stages publish what they calculate. Guide: docs/guide/damping.md.
 */
@NullMarked
package io.koordbridge.capacity.damping;

import org.jspecify.annotations.NullMarked;
