package io.koordbridge.koordlet.collect;

/** CPU in cores and memory in bytes. */
public record Usage(double cores, long memoryBytes) {

    public static final Usage NONE = new Usage(0, 0);

    /** Both added. */
    public Usage plus(Usage other) {
        return new Usage(cores + other.cores, memoryBytes + other.memoryBytes);
    }
}
