package io.koordbridge.sloconfig.validation;

/** Why something may not be stored; the wire names are the reference's. */
public enum Reason {
    /** The text is not a document of its key. */
    UNREADABLE("ParseConfigFail"),
    /** A value, a selector or a name is not allowed. */
    NOT_ALLOWED("ConfigParamInvalid"),
    /** Bandwidths of the QoS classes do not fit together; reported as plain text. */
    BANDWIDTH("Other"),
    /** Two entries can select the same node. */
    OVERLAP("NodeStrategiesOverlap"),
    /** Two entries select a node that exists. */
    NODE_CONFLICT("ExistNodeConfict");

    private final String wireName;

    Reason(String wireName) {
        this.wireName = wireName;
    }

    /** Name in the answer to the API server. */
    public String wireName() {
        return wireName;
    }
}
