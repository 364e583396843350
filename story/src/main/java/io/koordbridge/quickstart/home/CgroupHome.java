package io.koordbridge.quickstart.home;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * A part of the machine's control groups that belongs to this run. What runs on its root sees a machine of its own. Made in two
 * steps, so that it can be registered for removal before anything exists.
 */
public interface CgroupHome extends AutoCloseable {

    /** For people: what it is. */
    String description();

    /**
     * Makes it.
     *
     * @throws IOException saying what the kernel refused
     */
    void create() throws IOException;

    /** What to use as the cgroup root. */
    Path root();

    /** Makes a directory, as the kubelet and the runtime do for a pod and its container. */
    void make(String directory);

    /** Puts a process into a directory. */
    void place(long pid, String directory);

    /** The file with the CPU limit of a directory: a quota of 100 ms on version 1, {@code cpu.max} on version 2. */
    Path limitFile(String directory);

    /** CPU time that all processes of a directory have used, in nanoseconds; empty when there is no such directory. */
    OptionalLong cpuNanos(String directory);

    /** Ends what still runs in it and removes it. Nothing can be made afterwards; can be repeated. */
    @Override
    void close();
}
