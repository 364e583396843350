package io.koordbridge.koordlet.qos.memory;

import io.koordbridge.protocol.PureCore;
import java.util.OptionalLong;

/**
 * How much memory the best-effort tier may use: what is left of a share of the node when online work and the system have theirs. The memory
 * twin of the allowance of CPU. Page cache counts as free for online work, since the kernel takes it back by itself.
 *
 * @param capacityBytes memory of the node
 * @param hugePageBytes set aside as huge pages: neither used nor capacity; part of the other amounts
 * @param nodeUsedBytes usage of the node
 * @param tierUsedBytes usage of the tier, part of it
 * @param systemBytes usage outside of pods, part of it; empty while unknown
 * @param reservedBytes what the node keeps from pods
 */
@PureCore
record TierAllowance(
        long capacityBytes,
        long hugePageBytes,
        long nodeUsedBytes,
        long tierUsedBytes,
        OptionalLong systemBytes,
        long reservedBytes) {

    private static final long PERCENT = 100;

    /** Memory that can be used at all. */
    long usableBytes() {
        return Math.max(0, capacityBytes - hugePageBytes);
    }

    /**
     * Bytes for the tier; negative when others use more than the share by themselves.
     *
     * @param percent of the usable memory that all work may use
     */
    long bytes(long percent) {
        long others = Math.max(0, nodeUsedBytes - hugePageBytes - tierUsedBytes);
        if (systemBytes.isPresent()) {
            long system = Math.max(0, systemBytes.getAsLong() - hugePageBytes);
            others = Math.max(0, others - system) + Math.max(system, reservedBytes);
        }
        return usableBytes() / PERCENT * percent - others;
    }
}
