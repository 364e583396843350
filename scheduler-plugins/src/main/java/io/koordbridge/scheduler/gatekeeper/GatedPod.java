package io.koordbridge.scheduler.gatekeeper;

import io.koordbridge.scheduler.quota.tree.PodRank;

/**
 * A pod with our scheduling gate.
 *
 * @param others whether it has gates of others as well
 * @param rank its place in the queue
 */
record GatedPod(String uid, String namespace, String name, boolean others, PodRank rank) {

    String key() {
        return namespace + "/" + name;
    }
}
