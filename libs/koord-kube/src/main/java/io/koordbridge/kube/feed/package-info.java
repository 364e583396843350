/**
 * Pods and nodes of a whole cluster at little cost for both sides: the API server's binary encoding, in pages and then as a
 * stream of changes, of which only the fields that capacity depends on are decoded, one object at a time.
 *
 * <p>Inputs: the API server's objects of a kind. Outputs: puts and removals to a {@link io.koordbridge.kube.feed.FeedSink}. A
 * server that does not speak the binary encoding is reported, so that an ordinary informer takes over.
 */
@NullMarked
package io.koordbridge.kube.feed;

import org.jspecify.annotations.NullMarked;
