package io.koordbridge.protocol;

/** Label keys read or written on Kubernetes objects. */
public final class Labels {

    /** Pod: QoS class, see {@link QosClass}. */
    public static final String POD_QOS_CLASS = "koordinator.sh/qosClass";
    /** Pod: sub-priority, an integer text. */
    public static final String POD_PRIORITY = "koordinator.sh/priority";
    /** Pod: priority class, see {@link PriorityClass}; its presence hides {@code spec.priority}. */
    public static final String POD_PRIORITY_CLASS = "koordinator.sh/priority-class";
    /** Pod: {@code true} lets the priority based evictions choose it. */
    public static final String POD_EVICTION_ENABLED = "koordinator.sh/eviction-enabled";
    /** Pod: {@code true} sends updates of the pod through the mutating webhook. */
    public static final String POD_MUTATING_UPDATE = "pod.koordinator.sh/mutating-update";
    /** Pod or namespace: {@code true} takes it out of the reach of the mutating webhook. Ours. */
    public static final String WEBHOOK_OPT_OUT = "koordbridge.io/skip-colocation";
    /** Config map: what kind of configuration it holds. */
    public static final String CONFIG_MAP_TYPE = "koordinator.sh/configmap-type";
    /** Node: CPU reclaim ratio, a decimal fraction. */
    public static final String NODE_CPU_RECLAIM_RATIO = "node.koordinator.sh/cpu-reclaim-ratio";
    /** Node: memory reclaim ratio, a decimal fraction. */
    public static final String NODE_MEMORY_RECLAIM_RATIO = "node.koordinator.sh/memory-reclaim-ratio";
    /** Node: static CPU share of mid resources, a decimal fraction. */
    public static final String NODE_MID_STATIC_CPU_RATIO = "node.koordinator.sh/mid-static-cpu-reserved-ratio";
    /** Node: static memory share of mid resources, a decimal fraction. */
    public static final String NODE_MID_STATIC_MEMORY_RATIO = "node.koordinator.sh/mid-static-memory-reserved-ratio";
    /** Node: share of the batch capacity offered to YARN, a decimal fraction. Ours. */
    public static final String NODE_YARN_SHARE = "node.koordinator.sh/yarn-share";
    /** Node: NUMA topology policy. */
    public static final String NODE_NUMA_TOPOLOGY_POLICY = "node.koordinator.sh/numa-topology-policy";
    /** Node: how pods bind CPUs. */
    public static final String NODE_CPU_BIND_POLICY = "node.koordinator.sh/cpu-bind-policy";
    /** Node: which NUMA node is preferred. */
    public static final String NODE_NUMA_ALLOCATE_STRATEGY = "node.koordinator.sh/numa-allocate-strategy";
    /** Node: switches CPU normalization. */
    public static final String NODE_CPU_NORMALIZATION_ENABLED = "node.koordinator.sh/cpu-normalization-enabled";
    /** Node and Device: maker of the GPUs. */
    public static final String GPU_VENDOR = "node.koordinator.sh/gpu-vendor";
    /** Node and Device: model of the GPUs. */
    public static final String GPU_MODEL = "node.koordinator.sh/gpu-model";
    /** Node and Device: version of the GPU driver. */
    public static final String GPU_DRIVER_VERSION = "node.koordinator.sh/gpu-driver-version";
    /** NodeManager pod: component name, see {@link #COMPONENT_NODE_MANAGER}. */
    public static final String COMPONENT = "app.kubernetes.io/component";
    /** Value of {@link #COMPONENT} that marks a NodeManager pod. */
    public static final String COMPONENT_NODE_MANAGER = "node-manager";
    /** Who manages an object. */
    public static final String MANAGED_BY = "app.kubernetes.io/managed-by";

    /** Pod: the quota it belongs to. */
    public static final String QUOTA_NAME = "quota.scheduling.koordinator.sh/name";
    /** Pod: {@code false} keeps it from being preempted; immutable. */
    public static final String QUOTA_PREEMPTIBLE = "quota.scheduling.koordinator.sh/preemptible";
    /** ElasticQuota: {@code true} lets it have children. */
    public static final String QUOTA_IS_PARENT = "quota.scheduling.koordinator.sh/is-parent";
    /** ElasticQuota: name of the parent. */
    public static final String QUOTA_PARENT = "quota.scheduling.koordinator.sh/parent";
    /** ElasticQuota: {@code true} for the root of a tree. */
    public static final String QUOTA_IS_ROOT = "quota.scheduling.koordinator.sh/is-root";
    /** ElasticQuota and its profile: identifier of the tree. */
    public static final String QUOTA_TREE_ID = "quota.scheduling.koordinator.sh/tree-id";
    /** ElasticQuota: {@code true} on the root of a tree leaves the default tree's total as it is. */
    public static final String QUOTA_IGNORE_DEFAULT_TREE = "quota.scheduling.koordinator.sh/ignore-default-tree";
    /** ElasticQuota: {@code false} keeps its unused minimum for itself. */
    public static final String QUOTA_ALLOW_LENT = "quota.scheduling.koordinator.sh/allow-lent-resource";
    /** ElasticQuota: {@code true} skips the checks of sums. */
    public static final String QUOTA_ALLOW_FORCE_UPDATE = "quota.scheduling.koordinator.sh/allow-force-update";
    /** ElasticQuota: profile that keeps it up to date. */
    public static final String QUOTA_PROFILE = "quota.scheduling.koordinator.sh/profile";

    /** Node and NodeResourceTopology: {@code true} keeps the same share of what the kubelet keeps back from each NUMA node. */
    public static final String NODE_NUMA_RESERVATION = "node.koordinator.sh/enable-numa-reservation";

    /** On pods: the PodGroup that it belongs to. */
    public static final String POD_GROUP = "pod-group.scheduling.sigs.k8s.io";
    /** On pods: the gang that it belongs to, without a PodGroup. */
    public static final String GANG_NAME = "pod-group.scheduling.sigs.k8s.io/name";
    /** On pods: fewest pods of the gang that are placed. */
    public static final String GANG_MIN_AVAILABLE = "pod-group.scheduling.sigs.k8s.io/min-available";

    /** On pods: {@code true} leaves all reservations out of account. */
    public static final String POD_RESERVATION_IGNORED = "scheduling.koordinator.sh/reservation-ignored";
    /** On reservations: the lowest one that is not 0 is used first, a whole number. */
    public static final String RESERVATION_ORDER = "scheduling.koordinator.sh/reservation-order";

    /** On a pod or a job: name of the evictor, Eviction, Delete or SoftEviction. */
    public static final String EVICT_POLICY = "koordinator.sh/evict-policy";
    /** On a reservation: component that made it. */
    public static final String CREATED_BY = "app.kubernetes.io/created-by";

    private Labels() {}
}
