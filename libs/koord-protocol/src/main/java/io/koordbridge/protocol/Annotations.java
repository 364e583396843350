package io.koordbridge.protocol;

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

    /** Pod: batch requests and limits by container. */
    public static final String POD_EXTENDED_RESOURCE_SPEC = "node.koordinator.sh/extended-resource-spec";
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
    /** Pod: resources counted under other names, {@code a:b,c:}; plain text. */
    public static final String POD_REPLACE_RESOURCES = "pod.koordinator.sh/replace-resources";

    private Annotations() {}
}
