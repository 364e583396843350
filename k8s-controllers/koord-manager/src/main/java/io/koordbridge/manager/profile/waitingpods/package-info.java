/**
 * Applies profiles to pods that wait for a node already. Input: profiles that ask for it, pending pods, namespaces. Output: merge
 * patches of labels and annotations. Triggered every 30 seconds on the leader; manager specification section 11.
 */
@NullMarked
package io.koordbridge.manager.profile.waitingpods;

import org.jspecify.annotations.NullMarked;
