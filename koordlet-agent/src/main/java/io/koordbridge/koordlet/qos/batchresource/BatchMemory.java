package io.koordbridge.koordlet.qos.batchresource;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the limits of batch pods remember from tick to tick.
 *
 * @param ratio last good normalization ratio
 * @param recheckedAt when the files themselves were compared last; null at first
 */
public record BatchMemory(double ratio, @Nullable Instant recheckedAt) {

    public static final BatchMemory NONE = new BatchMemory(BatchLimitRules.NO_RATIO, null);
}
