package io.koordbridge.descheduler.decide.pod;

import io.koordbridge.protocol.PureCore;

/**
 * The controller of a pod or of a ReplicaSet.
 *
 * @param apiVersion group and version, empty where the source does not say
 */
@PureCore
public record OwnerRef(String apiVersion, String kind, String name, String uid) {}
