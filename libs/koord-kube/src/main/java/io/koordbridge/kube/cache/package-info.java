/**
 * Caches of the objects of a kind, stripped to what is read. Input: a feed of the kind, or an informer where the API server does
 * not speak the feed's encoding. Output: the objects by key, and each change to a watcher.
 */
@NullMarked
package io.koordbridge.kube.cache;

import org.jspecify.annotations.NullMarked;
