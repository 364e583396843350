package io.koordbridge.koordlet.collect;

/**
 * Usage of an application outside of pods.
 *
 * @param usage memory without page cache
 */
public record ApplicationUsage(Usage usage, long memoryWithPageCacheBytes) {}
