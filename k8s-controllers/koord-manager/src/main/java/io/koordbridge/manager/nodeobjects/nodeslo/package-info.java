/**
 * NodeSLO of each node: the settings of the node agent. Input: the configuration in force, the Node's labels and its
 * bandwidth annotation, the extensions already there. Output: create, update, delete or nothing. Triggered by config map,
 * Node and NodeSLO events; rendering is in {@code io.koordbridge.sloconfig.nodeslo}; manager specification sections 5.4
 * and 7.
 */
@NullMarked
package io.koordbridge.manager.nodeobjects.nodeslo;

import org.jspecify.annotations.NullMarked;
