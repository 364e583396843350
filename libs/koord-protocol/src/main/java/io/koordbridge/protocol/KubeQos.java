package io.koordbridge.protocol;

/** QoS class that Kubernetes itself gives a pod. */
public enum KubeQos {
    GUARANTEED("Guaranteed"),
    BURSTABLE("Burstable"),
    BEST_EFFORT("BestEffort");

    private final String wireName;

    KubeQos(String wireName) {
        this.wireName = wireName;
    }

    /** The text of {@code status.qosClass}. */
    public String wireName() {
        return wireName;
    }
}
