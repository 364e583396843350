package io.koordbridge.descheduler.watch;

import io.koordbridge.descheduler.decide.pod.OwnerRef;

/**
 * Kind of an owner of pods, in any version.
 *
 * @param group empty for the core group
 */
record OwnerKind(String group, String kind) {

    private static final String APPS = "apps";
    private static final String KRUISE = "apps.kruise.io";

    static final OwnerKind REPLICATION_CONTROLLER = new OwnerKind("", "ReplicationController");
    static final OwnerKind NODE = new OwnerKind("", "Node");
    static final OwnerKind DEPLOYMENT = new OwnerKind(APPS, "Deployment");
    static final OwnerKind REPLICA_SET = new OwnerKind(APPS, "ReplicaSet");
    static final OwnerKind STATEFUL_SET = new OwnerKind(APPS, "StatefulSet");
    static final OwnerKind DAEMON_SET = new OwnerKind(APPS, "DaemonSet");
    static final OwnerKind JOB = new OwnerKind("batch", "Job");
    static final OwnerKind CLONE_SET = new OwnerKind(KRUISE, "CloneSet");
    static final OwnerKind ADVANCED_STATEFUL_SET = new OwnerKind(KRUISE, "StatefulSet");

    static OwnerKind of(OwnerRef owner) {
        int slash = owner.apiVersion().indexOf('/');
        return new OwnerKind(slash < 0 ? "" : owner.apiVersion().substring(0, slash), owner.kind());
    }
}
