/**
 * What this agent says at its Node. Input: YARN's application masters that container ids do not show, the NodeManager as its plugin and its
 * {@code told.json} describe it, questions of yarn-operator, why this agent does not suppress batch work, and whether it evicts for memory. Output: annotations of the
 * Node. Trigger: a change of either, and a question at once; yarn.md 6.8.
 */
@NullMarked
package io.koordbridge.koordlet.nodenote;

import org.jspecify.annotations.NullMarked;
