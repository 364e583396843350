package io.koordbridge.replay;

/** Sees each known interval of a replayed node, in order; for pictures. */
@FunctionalInterface
public interface Timeline {

    /** Looks at nothing. */
    Timeline NONE = interval -> {};

    /** An interval. */
    void add(Interval interval);

    /**
     * One interval; CPU in milli-cores.
     *
     * @param heldSeconds its length
     * @param used by online work
     * @param offered batch CPU that was published when it began
     * @param delivered what saturating batch work gets of it
     * @param allowance what suppression leaves; negative when online work needs more than the threshold
     */
    record Interval(
            long epochSeconds, long heldSeconds, double used, double offered, double delivered, double allowance) {}
}
