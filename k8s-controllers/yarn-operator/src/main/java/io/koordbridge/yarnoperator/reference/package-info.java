/**
 * What the reference's operator does in one pass over a node: for conformance, for comparison in the explanation of a lease,
 * and as the counterexample of the safety properties.
 *
 * <p>Pure. Inputs: Node, pods, node reports; outputs: update calls and the annotation. Source: YARN specification section 1.4.
 */
@NullMarked
package io.koordbridge.yarnoperator.reference;

import org.jspecify.annotations.NullMarked;
