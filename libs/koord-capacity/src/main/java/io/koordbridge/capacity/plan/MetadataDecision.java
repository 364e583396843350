package io.koordbridge.capacity.plan;

/** Whether annotations and labels of a node are written now, and why. */
public enum MetadataDecision {
    UNCHANGED(false),
    NODE_INCOMPLETE(false),
    NORMALIZATION_RATIO_CHANGED(true),
    AMPLIFICATION_RATIO_CHANGED(true),
    GPU_LABEL_CHANGED(true),
    /** Annotations or labels of a stage that says no more. */
    METADATA_CHANGED(true);

    private final boolean writes;

    MetadataDecision(boolean writes) {
        this.writes = writes;
    }

    /** Whether they are written. */
    public boolean writes() {
        return writes;
    }
}
