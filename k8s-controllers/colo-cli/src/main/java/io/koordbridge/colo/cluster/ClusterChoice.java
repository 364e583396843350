package io.koordbridge.colo.cluster;

import org.jspecify.annotations.Nullable;

/**
 * Which cluster.
 *
 * @param kubeconfig files as in {@code $KUBECONFIG}; absent for {@code ~/.kube/config}, or the pod's own account
 * @param context of the kubeconfig; absent for its current one
 * @param namespace of our processes
 */
public record ClusterChoice(
        @Nullable String kubeconfig, @Nullable String context, String namespace) {}
