package io.koordbridge.capacity.batchresource;

/**
 * Batch capacity of a node, split.
 *
 * @param offered whether pods get batch resources at all; false removes them from the node
 * @param originMilliCpu after normalization, before third parties; never negative
 * @param originBytes before third parties; never negative
 * @param podsMicroCpu what pods may use, in millionths of a core
 * @param podsMilliBytes what pods may use, in thousandths of a byte
 */
public record BatchSplit(
        boolean offered,
        long originMilliCpu,
        long originBytes,
        ThirdPartyShare thirdParty,
        long podsMicroCpu,
        long podsMilliBytes) {}
