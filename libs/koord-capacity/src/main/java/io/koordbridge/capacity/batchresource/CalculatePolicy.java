package io.koordbridge.capacity.batchresource;

/** How high-priority work is counted. */
public enum CalculatePolicy {
    USAGE("usage"),
    REQUEST("request"),
    MAX_USAGE_REQUEST("maxUsageRequest");

    private final String wireName;

    CalculatePolicy(String wireName) {
        this.wireName = wireName;
    }

    /** The text in a strategy. */
    public String wireName() {
        return wireName;
    }

    /** Policy for CPU: anything unknown acts as usage; request is not offered for CPU. */
    public static CalculatePolicy ofCpu(String text) {
        return MAX_USAGE_REQUEST.wireName.equals(text) ? MAX_USAGE_REQUEST : USAGE;
    }

    /** Policy for memory: anything unknown acts as usage. */
    public static CalculatePolicy ofMemory(String text) {
        return REQUEST.wireName.equals(text) ? REQUEST : ofCpu(text);
    }
}
