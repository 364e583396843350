/**
 * The shared capacity for people: {@code /api/v1/...} as JSON and the page at {@code /}.
 *
 * <p>Inputs: {@link io.koordbridge.yarnoperator.node.NodeLeaseStatuses}, connection states; outputs: HTTP answers, one timeline sample a
 * second. Nothing is written through it. What is not known is null, never 0. Source: field specification section 4.1.
 */
@NullMarked
package io.koordbridge.yarnoperator.view;

import org.jspecify.annotations.NullMarked;
