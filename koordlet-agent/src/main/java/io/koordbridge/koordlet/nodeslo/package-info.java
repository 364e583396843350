/**
 * The NodeSLO of this node, read once for each change: defaults filled in, sections checked, the last good section kept. Input: the spec
 * of the object. Node agent specification section 4.2.
 */
@NullMarked
package io.koordbridge.koordlet.nodeslo;

import org.jspecify.annotations.NullMarked;
