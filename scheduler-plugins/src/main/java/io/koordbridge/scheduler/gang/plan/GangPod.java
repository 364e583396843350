package io.koordbridge.scheduler.gang.plan;

import io.koordbridge.scheduler.quota.tree.PodRank;
import java.util.Optional;

/**
 * What gangs need of a pod.
 *
 * @param key namespace and name
 * @param gang id of its gang
 * @param declared what it says of the gang, empty when it says nothing that can be used
 * @param bound whether it has a node
 * @param gated whether others keep it from kube-scheduler by a scheduling gate that is not ours
 * @param rank its place among pods that wait
 */
public record GangPod(
        String uid, String key, String gang, Optional<GangSpec> declared, boolean bound, boolean gated, PodRank rank) {}
