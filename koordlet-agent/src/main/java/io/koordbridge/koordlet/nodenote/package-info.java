/**
 * What this agent says at its Node. Input: YARN's application masters that container ids do not show, the NodeManager's capacity, and why
 * it does not suppress batch work. Output: annotations of the Node. Trigger: a change of either.
 */
@NullMarked
package io.koordbridge.koordlet.nodenote;

import org.jspecify.annotations.NullMarked;
