/**
 * The third-party entry of YARN on the Node, beside the entries of others.
 *
 * <p>Pure. Inputs: the annotation's document and amounts; outputs: amounts or the new document. Source: YARN specification
 * sections 1.5 and 6.1.
 */
@NullMarked
package io.koordbridge.yarnoperator.conversion;

import org.jspecify.annotations.NullMarked;
