/**
 * NodeSLO of each node: what the node agent is told to do. Input: the config map's keys, the Node's labels and its
 * bandwidth annotation, the extensions already there. Output: the whole spec. Triggered by config map, Node and NodeSLO
 * events; manager specification sections 5.4 and 7.
 */
@NullMarked
package io.koordbridge.manager.nodeslo;

import org.jspecify.annotations.NullMarked;
