package io.koordbridge.descheduler.decide.workload;

import io.koordbridge.descheduler.decide.pod.OwnerRef;

/**
 * Kind of an owner of pods, in any version.
 *
 * @param group empty for the core group
 */
public record OwnerKind(String group, String kind) {

    private static final String APPS = "apps";
    private static final String KRUISE = "apps.kruise.io";

    public static final OwnerKind REPLICATION_CONTROLLER = new OwnerKind("", "ReplicationController");
    public static final OwnerKind NODE = new OwnerKind("", "Node");
    public static final OwnerKind DEPLOYMENT = new OwnerKind(APPS, "Deployment");
    public static final OwnerKind REPLICA_SET = new OwnerKind(APPS, "ReplicaSet");
    public static final OwnerKind STATEFUL_SET = new OwnerKind(APPS, "StatefulSet");
    public static final OwnerKind DAEMON_SET = new OwnerKind(APPS, "DaemonSet");
    public static final OwnerKind JOB = new OwnerKind("batch", "Job");
    public static final OwnerKind CLONE_SET = new OwnerKind(KRUISE, "CloneSet");
    public static final OwnerKind ADVANCED_STATEFUL_SET = new OwnerKind(KRUISE, "StatefulSet");

    /** The kind of an owner. */
    public static OwnerKind of(OwnerRef owner) {
        int slash = owner.apiVersion().indexOf('/');
        return new OwnerKind(slash < 0 ? "" : owner.apiVersion().substring(0, slash), owner.kind());
    }
}
