package io.koordbridge.copilot.node;

import io.koordbridge.copilot.cgroup.ContainerUsage;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One container at one moment. */
public final class ContainerFacts {
    /** No number yet. */
    public static final long UNKNOWN = -1;

    /** States in which a container has released everything. */
    private static final Set<String> COMPLETED = states(
            "DONE",
            "LOCALIZATION_FAILED",
            "CONTAINER_CLEANEDUP_AFTER_KILL",
            "EXITED_WITH_FAILURE",
            "EXITED_WITH_SUCCESS");
    /** States in which it is on its way there. */
    private static final Set<String> ENDING = states("KILLING", "CONTAINER_RESOURCES_CLEANINGUP");

    private final String id;
    private final String applicationId;
    private final String user;
    private final String state;
    private final boolean opportunistic;
    private final boolean master;
    private final int priority;
    private final long vcores;
    private final long memoryMegabytes;
    private final long startMillis;
    private final long launchMillis;
    private final boolean recovered;
    private final boolean evicted;
    private final boolean guarded;
    private final long leavingSince;
    private final long written;
    private final @Nullable String pid;
    private final Map<String, Path> groups;
    private final ContainerUsage usage;

    private ContainerFacts(Builder builder) {
        this.id = builder.id;
        this.applicationId = builder.applicationId;
        this.user = builder.user;
        this.state = builder.state;
        this.opportunistic = builder.opportunistic;
        this.master = builder.master;
        this.priority = builder.priority;
        this.vcores = builder.vcores;
        this.memoryMegabytes = builder.memoryMegabytes;
        this.startMillis = builder.startMillis;
        this.launchMillis = builder.launchMillis;
        this.recovered = builder.recovered;
        this.evicted = builder.evicted;
        this.guarded = builder.guarded;
        this.leavingSince = builder.leavingSince;
        this.written = builder.written;
        this.pid = builder.pid;
        this.groups = Collections.unmodifiableMap(new LinkedHashMap<>(builder.groups));
        this.usage = builder.usage;
    }

    public static Builder of(String id) {
        return new Builder(id);
    }

    public String id() {
        return id;
    }

    public String applicationId() {
        return applicationId;
    }

    public String user() {
        return user;
    }

    public String state() {
        return state;
    }

    public boolean opportunistic() {
        return opportunistic;
    }

    /** True for the application master. */
    public boolean master() {
        return master;
    }

    /** YARN's: the smaller the number, the more important. */
    public int priority() {
        return priority;
    }

    public long vcores() {
        return vcores;
    }

    public long memoryMegabytes() {
        return memoryMegabytes;
    }

    public long memoryBytes() {
        return memoryMegabytes << 20;
    }

    public long startMillis() {
        return startMillis;
    }

    /** 0 before it was launched. */
    public long launchMillis() {
        return launchMillis;
    }

    /** True when it is older than its NodeManager's process. */
    public boolean recovered() {
        return recovered;
    }

    /** True from the moment that it was chosen as victim. */
    public boolean evicted() {
        return evicted;
    }

    /** True when its application is protected: it goes after all that are not. */
    public boolean guarded() {
        return guarded;
    }

    /** When it was signalled to leave, in milliseconds; 0 when it was not. */
    public long leavingSince() {
        return leavingSince;
    }

    /** Bytes that its processes have written to disks; {@link #UNKNOWN} when that cannot be seen. */
    public long written() {
        return written;
    }

    public @Nullable String pid() {
        return pid;
    }

    /** Controller to directory. */
    public Map<String, Path> groups() {
        return groups;
    }

    public ContainerUsage usage() {
        return usage;
    }

    /** True while it may hold resources. */
    public boolean live() {
        return !COMPLETED.contains(state);
    }

    /** True when it will be gone without another request. */
    public boolean ending() {
        return evicted || ENDING.contains(state);
    }

    /** True in the states that version 1 of the API leaves out. */
    public boolean finalForVersion1() {
        return !live() || ENDING.contains(state);
    }

    private static Set<String> states(String... names) {
        return Collections.unmodifiableSet(new HashSet<>(Arrays.asList(names)));
    }

    /** Collects the facts. */
    public static final class Builder {
        private final String id;
        private String applicationId = "";
        private String user = "";
        private String state = "RUNNING";
        private boolean opportunistic;
        private boolean master;
        private int priority;
        private long vcores;
        private long memoryMegabytes;
        private long startMillis;
        private long launchMillis;
        private boolean recovered;
        private boolean evicted;
        private boolean guarded;
        private long leavingSince;
        private long written = UNKNOWN;
        private @Nullable String pid;
        private Map<String, Path> groups = Collections.emptyMap();
        private ContainerUsage usage = ContainerUsage.NONE;

        private Builder(String id) {
            this.id = id;
        }

        public Builder application(String value, String owner) {
            this.applicationId = value;
            this.user = owner;
            return this;
        }

        public Builder state(String value) {
            this.state = value;
            return this;
        }

        public Builder kind(boolean isMaster, boolean isOpportunistic, int yarnPriority) {
            this.master = isMaster;
            this.opportunistic = isOpportunistic;
            this.priority = yarnPriority;
            return this;
        }

        public Builder size(long cores, long megabytes) {
            this.vcores = cores;
            this.memoryMegabytes = megabytes;
            return this;
        }

        public Builder times(long start, long launch) {
            this.startMillis = start;
            this.launchMillis = launch;
            return this;
        }

        public Builder recovered(boolean value) {
            this.recovered = value;
            return this;
        }

        public Builder evicted(boolean value) {
            this.evicted = value;
            return this;
        }

        public Builder guarded(boolean value) {
            this.guarded = value;
            return this;
        }

        public Builder leavingSince(long millis) {
            this.leavingSince = millis;
            return this;
        }

        public Builder written(long bytes) {
            this.written = bytes;
            return this;
        }

        public Builder process(@Nullable String value, Map<String, Path> directories) {
            this.pid = value;
            this.groups = directories;
            return this;
        }

        public Builder usage(ContainerUsage value) {
            this.usage = value;
            return this;
        }

        public ContainerFacts build() {
            return new ContainerFacts(this);
        }
    }
}
