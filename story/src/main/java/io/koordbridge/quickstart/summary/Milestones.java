package io.koordbridge.quickstart.summary;

/**
 * Moments measured by watchers that look more often than the samples; milliseconds since the start, -1 when it did not happen.
 *
 * @param loadUp the online service began to work
 * @param limitBefore the kernel's limit of best-effort work at that moment, milli-cores, -1 when unknown
 * @param capacityBefore the ResourceManager's capacity at that moment, virtual cores, -1 when unknown
 * @param suppressed that limit had fallen by a tenth of the node
 * @param rmShrunk the ResourceManager saw less capacity
 * @param loadDown the online service began to rest
 * @param rmGrown the ResourceManager saw more capacity again
 */
public record Milestones(
        long loadUp,
        long limitBefore,
        long capacityBefore,
        long suppressed,
        long rmShrunk,
        long loadDown,
        long rmGrown) {

    public static final Milestones NONE = new Milestones(-1, -1, -1, -1, -1, -1, -1);

    /** The load comes. */
    public static Milestones loadUp(long at, long limitBefore, long capacityBefore) {
        return new Milestones(at, limitBefore, capacityBefore, -1, -1, -1, -1);
    }

    /** The limit has fallen. */
    public Milestones suppressedAt(long at) {
        return new Milestones(loadUp, limitBefore, capacityBefore, at, rmShrunk, loadDown, rmGrown);
    }

    /** The ResourceManager's capacity has fallen. */
    public Milestones rmShrunkAt(long at) {
        return new Milestones(loadUp, limitBefore, capacityBefore, suppressed, at, loadDown, rmGrown);
    }

    /** The load ends. */
    public Milestones loadDownAt(long at) {
        return new Milestones(loadUp, limitBefore, capacityBefore, suppressed, rmShrunk, at, -1);
    }

    /** The ResourceManager's capacity has risen. */
    public Milestones rmGrownAt(long at) {
        return new Milestones(loadUp, limitBefore, capacityBefore, suppressed, rmShrunk, loadDown, at);
    }
}
