package io.koordbridge.copilot.drain;

import io.koordbridge.copilot.json.JsonException;
import io.koordbridge.copilot.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** What the plugin says of its NodeManager at one moment; sizes are in vcores and MB, -1 where they are not known. */
final class Reading {
    private static final long UNKNOWN = -1;

    private final boolean stopping;
    private final long containers;
    private final Size capacity;
    private final Size allocated;
    private final Size masters;

    Reading(boolean stopping, long containers, Size capacity, Size allocated, Size masters) {
        this.stopping = stopping;
        this.containers = containers;
        this.capacity = capacity;
        this.allocated = allocated;
        this.masters = masters;
    }

    /** Of the answer to {@code /v2/node}. */
    static Reading of(JsonObject node) throws JsonException {
        JsonObject allocated = node.object("allocated");
        if (allocated == null || allocated.amount("containers", UNKNOWN) < 0) {
            throw new JsonException("allocated.containers must be there");
        }
        return new Reading(
                node.flag("stopping"),
                allocated.amount("containers", UNKNOWN),
                Size.of(node.object("capacity")),
                Size.of(allocated),
                Size.of(node.object("masters")));
    }

    boolean stopping() {
        return stopping;
    }

    long containers() {
        return containers;
    }

    /** Nothing can start here any more. */
    boolean closed() {
        return containers == 0 && capacity.vcores == 0 && capacity.megabytes == 0;
    }

    boolean onlyMasters() {
        return containers > 0 && allocated.megabytes >= 0 && allocated.megabytes == masters.megabytes;
    }

    /** The capacity is below the first one, or leaves no room beside the containers: at its minimum it does not fall further. */
    boolean loweredSince(Reading first) {
        return capacity.below(first.capacity) || capacity.below(allocated) || capacity.isNoMoreThan(allocated);
    }

    /** A capacity. */
    static final class Size {
        private final long vcores;
        private final long megabytes;

        Size(long vcores, long megabytes) {
            this.vcores = vcores;
            this.megabytes = megabytes;
        }

        static Size of(@Nullable JsonObject json) throws JsonException {
            return json == null
                    ? new Size(UNKNOWN, UNKNOWN)
                    : new Size(json.amount("vcores", UNKNOWN), json.amount("memoryMB", UNKNOWN));
        }

        private boolean known() {
            return vcores >= 0 && megabytes >= 0;
        }

        private boolean below(Size other) {
            return known() && other.known() && (vcores < other.vcores || megabytes < other.megabytes);
        }

        private boolean isNoMoreThan(Size other) {
            return known() && other.known() && vcores <= other.vcores && megabytes <= other.megabytes;
        }
    }
}
