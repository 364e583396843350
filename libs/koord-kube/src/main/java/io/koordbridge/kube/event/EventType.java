package io.koordbridge.kube.event;

/** Type of an event. */
public enum EventType {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String wireName;

    EventType(String wireName) {
        this.wireName = wireName;
    }

    String wireName() {
        return wireName;
    }
}
