/**
 * Finds pods that profiles should have changed at admission but that were created past the webhook. Input: every pod as the
 * watch decodes it, profiles, namespaces. Output: one event on each such pod, a counter, a gauge. Triggered by pod events and every
 * ten seconds; reported by the leader. Pods of excluded namespaces and those that opted out do not count; profiles with a
 * probability, and those that only patch the specification, allow no conclusion.
 */
@NullMarked
package io.koordbridge.manager.profile.missedpods;

import org.jspecify.annotations.NullMarked;
