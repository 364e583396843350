package io.koordbridge.manager.noderesource;

/**
 * How eager a node is written.
 *
 * @param repeatsEqualValues whether a value that is already there is written again when a write is due by time
 * @param protectsHolders whether a decrease is published at once where somebody relies on the old value
 * @param joinsMetadata whether a change of metadata takes a held-back status along, so that both always fit together
 * @param exactDevices whether every change of a device count is published, however small
 */
public record WriteProfile(
        boolean repeatsEqualValues, boolean protectsHolders, boolean joinsMetadata, boolean exactDevices) {

    /** What the product does: a steady state writes nothing, and nobody is left with a promise that fell. */
    public static final WriteProfile PRODUCT = new WriteProfile(false, true, true, true);

    /** What Koordinator does, number of writes included; vectors compare with it. */
    public static final WriteProfile REFERENCE = new WriteProfile(true, false, false, false);
}
