package io.koordbridge.bench.online;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Requests that a service gets one after the other.
 *
 * @param seed of their moments
 * @param warm requests at the beginning whose response times do not count: what runs beside the service has just changed
 * @param counted requests after them
 * @param gapNanos mean time between two requests
 */
record OnlineBlock(long seed, int warm, int counted, long gapNanos) {

    static OnlineBlock read(DataInput in) throws IOException {
        return new OnlineBlock(in.readLong(), in.readInt(), in.readInt(), in.readLong());
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(seed);
        out.writeInt(warm);
        out.writeInt(counted);
        out.writeLong(gapNanos);
    }

    int all() {
        return warm + counted;
    }
}
