package io.koordbridge.capacity.damping;

import java.time.Instant;

/**
 * One amount as it was published.
 *
 * @param changedAt when it last changed; growth waits from then on
 */
public record AmountState(long published, Instant changedAt) {}
