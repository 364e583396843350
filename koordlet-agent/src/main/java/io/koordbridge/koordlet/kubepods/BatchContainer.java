package io.koordbridge.koordlet.kubepods;

/**
 * A container of a pod, with what it has of batch resources and which plain limits.
 *
 * @param asks whether it asks for batch or mid resources itself; an injected proxy does not
 * @param batch its batch resources
 * @param plain limits that the kubelet sets by itself, from plain cpu and memory
 */
public record BatchContainer(String name, Role role, boolean asks, BatchAmounts batch, PlainLimits plain) {

    /** When a container runs. */
    public enum Role {
        /** One of the containers of the spec. */
        MAIN,
        /** An init container that goes on beside the others. */
        SIDECAR,
        /** An init container that ends before the others begin. */
        INIT
    }

    /**
     * Limits of plain resources.
     *
     * @param milliCpu 0 when not limited
     * @param bytes 0 when not limited
     */
    public record PlainLimits(long milliCpu, long bytes) {
        public static final PlainLimits NONE = new PlainLimits(0, 0);
    }
}
