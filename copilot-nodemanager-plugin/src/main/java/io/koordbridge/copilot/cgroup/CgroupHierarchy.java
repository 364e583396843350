package io.koordbridge.copilot.cgroup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The parent group of all containers, in one version of the kernel's interface. */
interface CgroupHierarchy {
    /** {@code cgroup-v1} or {@code cgroup-v2}. */
    String name();

    /** Makes the parent group usable; reasons for what will be missing (a limit that cannot be set) are returned. */
    List<String> prepare() throws IOException;

    /** Controller to the parent group's directory; one entry named {@code unified} in version 2. */
    Map<String, Path> parents();

    /** Makes a container's group in {@code parent} ready to be joined. */
    void create(String controller, Path group) throws IOException;

    /** Sets the CPU weight and memory limit of a group, given as {@link #parents} names it. */
    void limit(String controller, Path group, long shares, long memoryBytes) throws IOException;

    /** CPU time used so far, in nanoseconds. */
    long cpuNanos(Map<String, Path> groups) throws IOException;

    /** Memory that cannot be reclaimed at once. */
    long workingSetBytes(Map<String, Path> groups) throws IOException;
}
