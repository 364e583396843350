package io.koordbridge.descheduler.decide.pod;

import io.koordbridge.protocol.PureCore;

/**
 * What keeps a pod from being evicted, or opens it; descheduler specification sections 2, 5.3 and 12.
 *
 * @param mirror has the annotation of a mirror pod
 * @param fixed is a static pod: annotation kubernetes.io/config.source is there and is not api
 * @param localStorage has an emptyDir or hostPath volume
 * @param claims has a persistent volume claim
 * @param evictAnnotation has the annotation descheduler.alpha.kubernetes.io/evict, whatever its value
 * @param evictPolicy label koordinator.sh/evict-policy, empty when absent
 * @param nodeManager is a YARN NodeManager, by label app.kubernetes.io/component
 * @param drainedMark value of annotation node.koordinator.sh/yarn-drained, empty when absent
 * @param schedulerName empty when absent
 */
@PureCore
public record PodGuards(
        boolean mirror,
        boolean fixed,
        boolean localStorage,
        boolean claims,
        boolean evictAnnotation,
        String evictPolicy,
        boolean nodeManager,
        String drainedMark,
        String schedulerName) {}
