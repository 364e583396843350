package io.koordbridge.protocol;

import java.util.Set;

/** Annotation keys read or written on Kubernetes objects. Values are JSON unless said otherwise. */
public final class Annotations {

    /** Node: batch allocatable before third parties are subtracted. */
    public static final String NODE_ORIGIN_ALLOCATABLE = "node.koordinator.sh/originExtendedAllocatable";
    /** Node: batch resources that others than pods hold. */
    public static final String NODE_THIRD_PARTY_ALLOCATIONS = "node.koordinator.sh/thirdPartyAllocations";
    /** Node: state of the YARN lease, for people and tests. Ours. */
    public static final String NODE_YARN_LEASE = "node.koordinator.sh/yarn-lease";
    /** Node: what the agent evicted from YARN under memory pressure. Ours. */
    public static final String NODE_YARN_EVICTED = "node.koordinator.sh/yarn-evicted";
    /** Node: what the NodeManager has from its ResourceManager, as its plugin keeps it. Ours. */
    public static final String NODE_YARN_NODE_MANAGER = "node.koordinator.sh/yarn-nodemanager";
    /**
     * Node: a plain text by which yarn-operator asks what application masters hold; the answer carries it in {@link #NODE_YARN_NODE_MANAGER}. Ours.
     */
    public static final String NODE_YARN_QUESTION = "node.koordinator.sh/yarn-question";
    /** Node: what YARN is to shrink to and by when containers have to leave, while they have to; by yarn-operator. Ours. */
    public static final String NODE_YARN_SHRINK = "node.koordinator.sh/yarn-shrink";
    /** Node: YARN's application masters, as far as container ids do not say which they are. Ours. */
    public static final String NODE_YARN_MASTERS = "node.koordinator.sh/yarn-masters";
    /** Node: a person's order to take YARN off it: id, time, timeoutSeconds, evictMasters, deletePod. Writer: colo, which removes it too. Ours. */
    public static final String NODE_YARN_DRAIN = "node.koordinator.sh/yarn-drain";
    /** Node: where the last drain stands, so that a new leader does not begin again what is over. Writer: yarn-operator. Ours. */
    public static final String NODE_YARN_DRAIN_STATUS = "node.koordinator.sh/yarn-drain-status";
    /** Node: its lease neither grows nor shrinks by policy, time and reason. Writer: colo. Ours. */
    public static final String NODE_YARN_FROZEN = "node.koordinator.sh/yarn-frozen";
    /** Node: why its agent does not suppress batch work, plain text; absent while it does. Ours. */
    public static final String NODE_UNPROTECTED = "node.koordinator.sh/unprotected";
    /**
     * Node: whether its agent evicts batch work while memory is short: {@link #ON}, or {@code off: } with the reason; plain text. Absent from agents that
     * do not say. Ours.
     */
    public static final String NODE_MEMORY_PROTECTION = "node.koordinator.sh/memory-protection";
    /** Value of {@link #NODE_MEMORY_PROTECTION} of an agent that evicts. */
    public static final String ON = "on";
    /** Node: resources kept from all pods. */
    public static final String NODE_RESERVATION = "node.koordinator.sh/reservation";
    /** Node: strategy that overrides the cluster's. */
    public static final String NODE_COLOCATION_STRATEGY = "node.koordinator.sh/colocation-strategy";
    /** Node: CPU normalization ratio, a two-decimal text. */
    public static final String NODE_CPU_NORMALIZATION_RATIO = "node.koordinator.sh/cpu-normalization-ratio";
    /** Node: amplification ratios. */
    public static final String NODE_AMPLIFICATION_RATIO = "node.koordinator.sh/resource-amplification-ratio";
    /** Node: allocatable before amplification. */
    public static final String NODE_RAW_ALLOCATABLE = "node.koordinator.sh/raw-allocatable";
    /** Node: CPUs of the system QoS class. */
    public static final String NODE_SYSTEM_QOS_RESOURCE = "node.koordinator.sh/system-qos-resource";
    /** Node: network bandwidth, a quantity text. */
    public static final String NODE_NETWORK_BANDWIDTH = "node.koordinator.sh/network-bandwidth";

    /** Node: estimates that were chosen by risk. Writer: koord-manager. Ours. */
    public static final String NODE_RISK_CHOICE = "koordbridge.io/risk-choice";

    /** NodeMetric: percentiles of the use by all but best-effort work, and the peak expected next. Writer: the node agent. Ours. */
    public static final String NODE_METRIC_ONLINE_USE = "koordbridge.io/online-use";

    /** Pod: batch requests and limits by container. */
    public static final String POD_EXTENDED_RESOURCE_SPEC = "node.koordinator.sh/extended-resource-spec";
    /** Pod: time of the webhook's first call and profiles that it considered, plain text. Ours. */
    public static final String POD_CONSIDERED_PROFILES = "koordbridge.io/considered-profiles";
    /** Pod: what the API server filled in from a LimitRange, plain text; Kubernetes' own. */
    public static final String POD_LIMIT_RANGE_DEFAULTS = "kubernetes.io/limit-ranger";
    /** Pod: how it wants its CPUs bound. */
    public static final String POD_RESOURCE_SPEC = "scheduling.koordinator.sh/resource-spec";
    /** Pod: how it wants to be aligned to NUMA nodes. */
    public static final String POD_NUMA_TOPOLOGY_SPEC = "scheduling.koordinator.sh/numa-topology-spec";
    /** Pod: cpuset and NUMA resources that the scheduler chose. */
    public static final String POD_RESOURCE_STATUS = "scheduling.koordinator.sh/resource-status";
    /** Pod: list of features that may evict it. */
    public static final String POD_EVICTION_POLICY = "koordinator.sh/eviction-policy";
    /** Pod: eviction order, an integer text. */
    public static final String POD_EVICTION_PRIORITY = "koordinator.sh/eviction-priority";
    /** NodeManager pod: {@code host:port} as the ResourceManager knows it; plain text. */
    public static final String YARN_NODE_ID = "yarn.hadoop.apache.org/node-id";
    /** NodeManager pod: YARN cluster, plain text; absent means the default cluster. */
    public static final String YARN_CLUSTER_ID = "yarn.hadoop.apache.org/cluster-id";

    /** NodeResourceTopology: logical CPUs. */
    public static final String NRT_CPU_TOPOLOGY = "node.koordinator.sh/cpu-topology";
    /** NodeResourceTopology: policy of the kubelet's CPU manager. */
    public static final String NRT_KUBELET_CPU_MANAGER_POLICY = "kubelet.koordinator.sh/cpu-manager-policy";
    /** NodeResourceTopology: CPUs held through the kubelet's static policy. */
    public static final String NRT_POD_CPU_ALLOCS = "node.koordinator.sh/pod-cpu-allocs";
    /** NodeResourceTopology: shared pools of latency-sensitive pods. */
    public static final String NRT_CPU_SHARED_POOLS = "node.koordinator.sh/cpu-shared-pools";
    /** NodeResourceTopology: shared pools of best-effort pods. */
    public static final String NRT_BE_CPU_SHARED_POOLS = "node.koordinator.sh/be-cpu-shared-pools";
    /** NodeResourceTopology: CPU model facts. */
    public static final String NRT_CPU_BASIC_INFO = "node.koordinator.sh/cpu-basic-info";

    /** Profile: its pods keep their native resources. */
    public static final String PROFILE_SKIP_UPDATE_RESOURCES = "config.koordinator.sh/skip-update-resources";

    /** ElasticQuota: weights by which spare resources are shared, a resource list. */
    public static final String QUOTA_SHARED_WEIGHT = "quota.scheduling.koordinator.sh/shared-weight";
    /** ElasticQuota: limit of the admission, a resource list. */
    public static final String QUOTA_ADMISSION = "quota.scheduling.koordinator.sh/admission";
    /** ElasticQuota: what its pods and children request, a resource list. */
    public static final String QUOTA_CHILD_REQUEST = "quota.scheduling.koordinator.sh/child-request";
    /** ElasticQuota: what is guaranteed to it, a resource list. */
    public static final String QUOTA_GUARANTEED = "quota.scheduling.koordinator.sh/guaranteed";
    /** ElasticQuota: what its pods use and its children are guaranteed, a resource list. */
    public static final String QUOTA_ALLOCATED = "quota.scheduling.koordinator.sh/allocated";
    /** ElasticQuota: what it may use now, a resource list. */
    public static final String QUOTA_RUNTIME = "quota.scheduling.koordinator.sh/runtime";
    /** ElasticQuota: what its pods and children request, at least min where nothing is lent, a resource list. */
    public static final String QUOTA_REQUEST = "quota.scheduling.koordinator.sh/request";
    /** ElasticQuota: what its pods that must not be preempted request, a resource list. */
    public static final String QUOTA_NON_PREEMPTIBLE_REQUEST =
            "quota.scheduling.koordinator.sh/non-preemptible-request";
    /** ElasticQuota: what its pods that must not be preempted use, a resource list. */
    public static final String QUOTA_NON_PREEMPTIBLE_USED = "quota.scheduling.koordinator.sh/non-preemptible-used";
    /** ElasticQuota: total of its tree, a resource list. */
    public static final String QUOTA_TOTAL_RESOURCE = "quota.scheduling.koordinator.sh/total-resource";
    /** ElasticQuota: share of the total on nodes that take no pods, a resource list. */
    public static final String QUOTA_UNSCHEDULABLE_RESOURCE = "quota.scheduling.koordinator.sh/unschedulable-resource";
    /** ElasticQuota: namespaces bound to it, an array of texts. */
    public static final String QUOTA_NAMESPACES = "quota.scheduling.koordinator.sh/namespaces";
    /** ElasticQuota: resources whose maximum stays above what is used, an array of texts. */
    public static final String QUOTA_STRICT_MAX_KEYS = "quota.scheduling.koordinator.sh/max-strict-check-resource-keys";
    /** ElasticQuotaProfile: resources of minimum and maximum, an array of texts. */
    public static final String QUOTA_RESOURCE_KEYS = "quota.scheduling.koordinator.sh/resource-keys";
    /** Pod: percent of its limits or requests that it is expected to use, by resource, an object. */
    public static final String POD_LOAD_FACTORS = "scheduling.koordinator.sh/load-estimated-scaling-factors";
    /** Pod: how long the expectation counts after it was placed, in seconds; plain text. */
    public static final String POD_LOAD_AFTER_SCHEDULED =
            "scheduling.koordinator.sh/load-estimated-seconds-after-pod-scheduled";
    /** Pod: how long the expectation counts after its init containers, in seconds; plain text. */
    public static final String POD_LOAD_AFTER_INITIALIZED =
            "scheduling.koordinator.sh/load-estimated-seconds-after-initialized";
    /** Node: thresholds of use instead of the configured ones, an object. */
    public static final String NODE_USAGE_THRESHOLDS = "scheduling.koordinator.sh/usage-thresholds";
    /** Pod: wishes about devices by type, an object. */
    public static final String POD_DEVICE_HINT = "scheduling.koordinator.sh/device-allocate-hint";
    /** Pod: device types that belong together, an object. */
    public static final String POD_DEVICE_JOINT = "scheduling.koordinator.sh/device-joint-allocate";
    /** Pod: devices that a scheduler gave it, by type, an object. */
    public static final String POD_DEVICE_ALLOCATED = "scheduling.koordinator.sh/device-allocated";
    /** Pod: reservation that it has to use, an object. */
    public static final String POD_RESERVATION_AFFINITY = "scheduling.koordinator.sh/reservation-affinity";
    /** Pod: resources of which it must request as much as is reserved, an object. */
    public static final String POD_EXACT_MATCH_RESERVATION = "scheduling.koordinator.sh/exact-match-reservation";
    /** Pod: reservation that it uses, written with its Binding, an object. */
    public static final String POD_RESERVATION_ALLOCATED = "scheduling.koordinator.sh/reservation-allocated";
    /** Reservation: resources of which its pods cannot have more than is reserved, an object. */
    public static final String RESERVATION_RESTRICTED_OPTIONS =
            "scheduling.koordinator.sh/reservation-restricted-options";
    /** Pod: resources counted under other names, {@code a:b,c:}; plain text. */
    public static final String POD_REPLACE_RESOURCES = "pod.koordinator.sh/replace-resources";

    /** On pods: the gang that it belongs to. */
    public static final String GANG_NAME = "gang.scheduling.koordinator.sh/name";
    /** On pods and PodGroups: fewest pods of the gang that are placed. */
    public static final String GANG_MIN_AVAILABLE = "gang.scheduling.koordinator.sh/min-available";
    /** On pods and PodGroups: how many pods the gang will have. */
    public static final String GANG_TOTAL = "gang.scheduling.koordinator.sh/total-number";
    /** On pods and PodGroups: Strict or NonStrict. */
    public static final String GANG_MODE = "gang.scheduling.koordinator.sh/mode";
    /** On pods: how long a placed pod waits for the others. */
    public static final String GANG_WAITING_TIME = "gang.scheduling.koordinator.sh/waiting-time";
    /** On pods and PodGroups: gangs that are placed together, a JSON array of namespace/name. */
    public static final String GANG_GROUPS = "gang.scheduling.koordinator.sh/groups";
    /** On pods and PodGroups: which pods count toward the minimum. */
    public static final String GANG_MATCH_POLICY = "gang.scheduling.koordinator.sh/match-policy";
    /** The same under another name. */
    public static final String GANG_MATCH_POLICY_ALIAS = "pod-group.scheduling.sigs.k8s.io/match-policy";
    /** Group of gangs that a pod was bound with, by the Binding. */
    public static final String BIND_GANG_GROUP_ID = "internal.scheduling.koordinator.sh/bind-gang-group-id";
    /** The same under the deprecated name. */
    public static final String BIND_GANG_GROUP_ID_OLD = "scheduling.koordinator.sh/bind-gang-group-id";
    /** How many pods of that group were bound together. */
    public static final String BIND_GANG_MEMBER_COUNT = "internal.scheduling.koordinator.sh/bind-gang-member-count";
    /** The same under the deprecated name. */
    public static final String BIND_GANG_MEMBER_COUNT_OLD = "scheduling.koordinator.sh/bind-gang-member-count";

    /** Pod: when its scheduler was last asked to try again, plain text. Ours. */
    public static final String POD_WOKEN_AT = "scheduling.koordinator.sh/woken-at";

    /** Lease of koord-scheduler: when its gatekeeper last said that it works, a time. Ours. */
    public static final String LEASE_GATEKEEPER_WORKS_AT = "scheduling.koordinator.sh/gatekeeper-works-at";

    /**
     * Annotations of pods that only schedulers write, with a Binding or before it. The author of a pod does not write them: admission takes them
     * from pods that are created, and refuses other writers later.
     */
    public static final Set<String> OF_SCHEDULERS = Set.of(
            POD_RESOURCE_STATUS,
            POD_DEVICE_ALLOCATED,
            POD_RESERVATION_ALLOCATED,
            BIND_GANG_GROUP_ID,
            BIND_GANG_GROUP_ID_OLD,
            BIND_GANG_MEMBER_COUNT,
            BIND_GANG_MEMBER_COUNT_OLD,
            POD_WOKEN_AT);

    /** Why a job exists, for people. */
    public static final String JOB_EVICT_REASON = "koordinator.sh/evict-reason";
    /** Plugin that asked for a job. */
    public static final String JOB_EVICT_TRIGGER = "koordinator.sh/evict-trigger";
    /** Id of the process that made a job. */
    public static final String JOB_CREATED_BY = "koordinator.sh/job-created-by";
    /** {@code true} on a job that the arbitration let pass. */
    public static final String JOB_PASSED_ARBITRATION = "descheduler.koordinator.sh/passed-arbitration";
    /** On a pod: time, options and reason of an eviction that another component carries out; JSON. */
    public static final String POD_SOFT_EVICTION = "scheduling.koordinator.sh/soft-eviction";
    /** On a pod: 32 bit number, the largest forbids evictions. */
    public static final String POD_EVICTION_COST = "scheduling.koordinator.sh/eviction-cost";
    /** Kubernetes: 32 bit number. */
    public static final String POD_DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
    /** On a pod or job: skips filters. */
    public static final String DESCHEDULER_EVICT = "descheduler.alpha.kubernetes.io/evict";
    /** On a NodeManager's pod, by the yarn-operator: time, renewed while no container runs there and none will come. */
    public static final String POD_YARN_DRAINED = "node.koordinator.sh/yarn-drained";
    /**
     * On a NodeManager's pod, by the yarn-operator: the {@link #POD_EVICTION_COST} that it wrote, which it removes again; one of another writer stays.
     */
    public static final String POD_YARN_EVICTION_COST = "node.koordinator.sh/yarn-eviction-cost";

    private Annotations() {}
}
