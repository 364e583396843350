package io.koordbridge.protocol;

/** Names of objects and fixed values that the processes agree on. */
public final class WellKnown {

    public static final String NAMESPACE = "koordinator-system";
    public static final String SLO_CONFIG_MAP = "slo-controller-config";
    public static final String MANAGER_LEASE = "koordinator-manager";
    public static final String YARN_OPERATOR_LEASE = "koordinator-yarn-operator";
    public static final String DESCHEDULER_LEASE = "koord-descheduler";
    /** Annotation of a Lease: identity of its holder and, behind a space, the URL of that replica's pages. */
    public static final String PAGES_ANNOTATION = "koordbridge.io/pages";
    /** Audience of the tokens by which replicas of one process read each other's pages. */
    public static final String PEER_AUDIENCE = "koord-bridge";

    /** Secret of the authority of the pages' certificates, and ConfigMap of the authorities that clients trust. */
    public static final String PAGE_AUTHORITY = "koord-bridge-ca";
    /** Key of that ConfigMap, PEM. */
    public static final String PAGE_AUTHORITY_KEY = "ca.crt";
    /** Secret of a process's certificate, before the name of the process. */
    public static final String PAGE_SECRET_PREFIX = "koord-bridge-pages-";

    public static final String SCHEDULER_NAME = "koord-scheduler";
    /** Scheduling gate of the webhook on pods that have to wait; removed by the extender. */
    public static final String SCHEDULING_GATE = "scheduling.koordinator.sh/gatekeeper";
    /** Name of YARN's entry among the third-party allocations and of its host application. */
    public static final String YARN_ALLOCATION_NAME = "hadoop-yarn";
    /** Directory of YARN's containers below the best-effort tier. */
    public static final String YARN_CGROUP = "hadoop-yarn";
    /** Quota above all others; a container, never an object that limits. */
    public static final String ROOT_QUOTA = "koordinator-root-quota";
    /** Quota of the system's own pods. */
    public static final String SYSTEM_QUOTA = "koordinator-system-quota";
    /** Quota of pods that name none. */
    public static final String DEFAULT_QUOTA = "koordinator-default-quota";

    private WellKnown() {}
}
