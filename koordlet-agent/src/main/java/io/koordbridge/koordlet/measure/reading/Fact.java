package io.koordbridge.koordlet.measure.reading;

import io.koordbridge.koordlet.cgroup.CgroupTree;
import java.io.IOException;
import java.time.Duration;

/**
 * Something of the machine that a strategy needs and that no single file says at each tick, such as its disks.
 *
 * @param <T> what is found out
 * @param name for messages
 * @param refresh time after which it is looked at again
 * @param look reads it
 */
public record Fact<T>(String name, Duration refresh, Look<T> look) {

    /** Reads files; slow ones are left to a long refresh. */
    public interface Look<T> {
        /** What is so now. */
        T at(CgroupTree tree) throws IOException;
    }
}
