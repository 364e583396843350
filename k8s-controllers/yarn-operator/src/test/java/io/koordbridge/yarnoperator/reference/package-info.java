/**
 * What the reference's operator does in one pass over a node, as a model: no class that ships follows this rule, because it
 * promises the same capacity to pods and to YARN. The suite {@code yarn/reconcile} holds the conversions and the annotation
 * within it, which do ship.
 *
 * <p>Pure. Inputs: Node, pods, node reports; outputs: update calls and the annotation. Source: YARN specification section 1.4.
 */
@NullMarked
package io.koordbridge.yarnoperator.reference;

import org.jspecify.annotations.NullMarked;
