package io.koordbridge.capacity.batchresource;

/**
 * Batch resources that third parties hold on a node; finer than milli-cores and bytes because others write them.
 *
 * @param microCpu millionths of a core
 * @param milliBytes thousandths of a byte
 * @param source where the numbers come from
 */
public record ThirdPartyShare(long microCpu, long milliBytes, Source source) {

    /** There are no allocations. */
    public static final ThirdPartyShare NONE = new ThirdPartyShare(0, 0, Source.NONE);

    /** Where the numbers come from. */
    public enum Source {
        NONE,
        ANNOTATION,
        /** The annotation is unreadable now; this is the last value that was readable. */
        LAST_GOOD,
        /** The annotation is unreadable and no earlier value is known. */
        UNREADABLE
    }

    /** The same amounts, kept because the annotation became unreadable. */
    public ThirdPartyShare asLastGood() {
        return new ThirdPartyShare(microCpu, milliBytes, Source.LAST_GOOD);
    }
}
