package io.koordbridge.copilot;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** Configuration keys, in yarn-site.xml of the NodeManager. */
public final class CopilotKeys {
    static final String PREFIX = "koordbridge.copilot.";

    /** Unix socket of the API; its directory is shared with the node agent. */
    public static final String SOCKET_PATH = "koordbridge.copilot.socket.path";

    /** {@code auto} (unix socket where Java has them, from 16 on), {@code unix} or {@code tcp}. */
    public static final String TRANSPORT = "koordbridge.copilot.transport";

    /** Port on loopback for {@code tcp}; 0 takes any, the token file beside the socket path names it. */
    public static final String TCP_PORT = "koordbridge.copilot.tcp.port";

    /** User, besides root, whose processes may end containers over the unix socket. */
    public static final String AGENT_USER = "koordbridge.copilot.agent.user";

    /** Whether the NodeManager registers with the lease instead of its configured size. */
    public static final String LEASE_ENABLED = "koordbridge.copilot.lease.enabled";

    /** Written by the node agent; default is lease.json beside the socket. */
    public static final String LEASE_FILE = "koordbridge.copilot.lease.file";

    /** An older lease counts as none. */
    public static final String LEASE_MAX_AGE_MS = "koordbridge.copilot.lease.max-age-ms";

    /** Registered without a usable lease; default is the minimum allocation of the scheduler. */
    public static final String FLOOR_MEMORY_MB = "koordbridge.copilot.floor.memory-mb";

    /** Registered without a usable lease; default is the minimum allocation of the scheduler. */
    public static final String FLOOR_VCORES = "koordbridge.copilot.floor.vcores";

    /** Whether containers start in cgroups of their own below the best-effort tier. */
    public static final String CGROUP_ENABLED = "koordbridge.copilot.cgroup.enabled";

    /** Mount point of the controllers (version 1) or of the unified tree (version 2). */
    public static final String CGROUP_ROOT = "koordbridge.copilot.cgroup.root";

    /** Parent of all containers, below each controller; default is hadoop-yarn in the best-effort tier, wherever that is. */
    public static final String CGROUP_PATH = "koordbridge.copilot.cgroup.path";

    /** Controllers to join, by comma. */
    public static final String CGROUP_CONTROLLERS = "koordbridge.copilot.cgroup.controllers";

    /** cpu.shares = 1024 x vcores x this. */
    public static final String CPU_SHARES_RATIO = "koordbridge.copilot.cgroup.cpu-shares-ratio";

    /** Memory limit = size x (1 + this). */
    public static final String MEMORY_OVERHEAD_RATIO = "koordbridge.copilot.cgroup.memory-overhead-ratio";

    /** Added to the memory limit of the group around all containers; default is 5 % of it, and 256 at least. */
    public static final String MEMORY_SLACK_MB = "koordbridge.copilot.cgroup.memory-slack-mb";

    /** Whether a container that cannot be placed is not started. */
    public static final String PLACEMENT_REQUIRED = "koordbridge.copilot.placement.required";

    /** Queues, by comma: names or paths, whose applications lose their containers last. */
    public static final String PROTECTED_QUEUES = "koordbridge.copilot.protected.queues";

    /** Application tags, by comma, that do the same. */
    public static final String PROTECTED_TAGS = "koordbridge.copilot.protected.tags";

    /** Application types, by comma, that do the same. */
    public static final String PROTECTED_TYPES = "koordbridge.copilot.protected.types";

    /** Users, by comma, whose applications do the same. */
    public static final String PROTECTED_USERS = "koordbridge.copilot.protected.users";

    /** Whether Spark's executors get a signal to leave while the node shrinks. */
    public static final String DECOMMISSION_ENABLED = "koordbridge.copilot.decommission.enabled";

    /** Signal that does so, as {@code spark.executor.decommission.signal} of the applications. */
    public static final String DECOMMISSION_SIGNAL = "koordbridge.copilot.decommission.signal";

    /** Set by the plugin: finds its own instance again in copies of the configuration. */
    static final String INSTANCE_ID = "copilot.instance.id";

    /** All keys. */
    static final Set<String> ALL = Collections.unmodifiableSet(new HashSet<>(Arrays.asList(
            SOCKET_PATH,
            TRANSPORT,
            TCP_PORT,
            AGENT_USER,
            LEASE_ENABLED,
            LEASE_FILE,
            LEASE_MAX_AGE_MS,
            FLOOR_MEMORY_MB,
            FLOOR_VCORES,
            CGROUP_ENABLED,
            CGROUP_ROOT,
            CGROUP_PATH,
            CGROUP_CONTROLLERS,
            CPU_SHARES_RATIO,
            MEMORY_OVERHEAD_RATIO,
            MEMORY_SLACK_MB,
            PLACEMENT_REQUIRED,
            PROTECTED_QUEUES,
            PROTECTED_TAGS,
            PROTECTED_TYPES,
            PROTECTED_USERS,
            DECOMMISSION_ENABLED,
            DECOMMISSION_SIGNAL)));

    private CopilotKeys() {}
}
