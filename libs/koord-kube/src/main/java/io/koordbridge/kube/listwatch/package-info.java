/**
 * Objects of a whole cluster, or of a node, at little cost for both sides, in pages and then as a stream of changes: pods and nodes in
 * the API server's binary encoding, of which only the fields in use are decoded; custom kinds in JSON, decoded once.
 *
 * <p>Inputs: the API server's objects of a kind. Outputs: puts and removals to a {@link io.koordbridge.kube.listwatch.ReflectorStore}. A
 * server that does not speak the encoding is reported, so that an ordinary informer takes over.
 */
@NullMarked
package io.koordbridge.kube.listwatch;

import org.jspecify.annotations.NullMarked;
