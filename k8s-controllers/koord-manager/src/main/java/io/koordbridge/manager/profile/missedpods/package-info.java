/**
 * Finds pods that profiles should have changed at admission but that were created past the webhook. Input: every pod as the
 * watch decodes it, profiles, namespaces, and whole pods where nothing else decides. Output: one event on each such pod, a
 * counter, a gauge. Triggered by pod events and every ten seconds; read and reported by the leader. Pods of excluded
 * namespaces and those that opted out do not count; profiles with a probability allow no conclusion and are counted apart.
 */
@NullMarked
package io.koordbridge.manager.profile.missedpods;

import org.jspecify.annotations.NullMarked;
