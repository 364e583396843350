package io.koordbridge.quickstart.summary;

/**
 * Moments measured by watchers that look more often than the samples; milliseconds since the start, -1 when it did not happen.
 *
 * @param loadUp the online service was told to work
 * @param suppressed the kernel's limit of best-effort work had fallen by a tenth of the node
 * @param rmShrunk the ResourceManager saw less capacity
 * @param loadDown the online service was told to rest
 * @param rmGrown the ResourceManager saw more capacity again
 */
public record Marks(long loadUp, long suppressed, long rmShrunk, long loadDown, long rmGrown) {

    public static final Marks NONE = new Marks(-1, -1, -1, -1, -1);
}
