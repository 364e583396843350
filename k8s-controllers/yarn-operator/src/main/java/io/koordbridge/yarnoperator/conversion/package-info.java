/**
 * Units: batch resources (milli-cores, bytes) to YARN's (vcores, MiB) and back, and the third-party entry on the Node.
 *
 * <p>Pure. Inputs: amounts or the annotation's text; outputs: amounts or the new document. Source: YARN specification
 * sections 1.4, 1.5 and 6.1.
 */
@NullMarked
package io.koordbridge.yarnoperator.conversion;

import org.jspecify.annotations.NullMarked;
