package io.koordbridge.colo.simulation;

/** What a node offers, in milli-CPU and bytes. */
record Offer(long batchMilliCpu, long batchBytes, long midMilliCpu, long midBytes) {
    static final Offer NONE = new Offer(0, 0, 0, 0);

    Offer plus(Offer other) {
        return new Offer(
                batchMilliCpu + other.batchMilliCpu,
                batchBytes + other.batchBytes,
                midMilliCpu + other.midMilliCpu,
                midBytes + other.midBytes);
    }
}
