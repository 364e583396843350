package io.koordbridge.descheduler.decide.workload;

import io.koordbridge.protocol.PureCore;

/**
 * Size of an owner of pods; descheduler specification section 9.
 *
 * @param workloadUid uid under which its pods are counted: of the Deployment for its ReplicaSets
 * @param replicas wanted replicas; 0 for an owner that is gone or has no scale
 */
@PureCore
public record Scale(String workloadUid, int replicas) {}
