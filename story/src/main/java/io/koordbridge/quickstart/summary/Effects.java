package io.koordbridge.quickstart.summary;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What sharing the node cost its users.
 *
 * @param lease how often YARN's capacity changed
 * @param burstContainers containers that YARN took back for a burst of two seconds; empty when there was no burst
 * @param online response times of the online service
 */
public record Effects(LeaseChanges lease, OptionalInt burstContainers, Online online) {

    /**
     * Response times under the same load.
     *
     * @param alone result without batch work
     * @param protectedBatch beside batch work in the best-effort tier
     * @param unprotectedBatch beside the same batch work as ordinary processes
     * @param reason why there is no contrast; empty when there is one
     */
    public record Online(
            Optional<Latency> alone,
            Optional<Latency> protectedBatch,
            Optional<Latency> unprotectedBatch,
            String reason) {}
}
