/**
 * Objects that follow a Node: one per node, named like it, made and kept by a controller of this process. Input: the wanted spec;
 * output: create, JSON merge patch or delete, and the reconcile counter of the reference.
 */
@NullMarked
package io.koordbridge.manager.nodeobjects.follower;

import org.jspecify.annotations.NullMarked;
