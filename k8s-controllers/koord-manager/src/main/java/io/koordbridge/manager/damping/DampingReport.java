package io.koordbridge.manager.damping;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What damping did in one pass, for explaining.
 *
 * @param window name of the open window of the schedule, null when none is open
 * @param windowChangesAt when a window opens or closes next
 * @param cpuLimitMilli upper limit of oversell, null for none
 * @param memoryLimitBytes upper limit of oversell, null for none
 * @param pods what was done so that both sources agree
 */
public record DampingReport(
        @Nullable String window,
        Optional<Instant> windowChangesAt,
        DampedAmount cpu,
        DampedAmount memory,
        @Nullable Long cpuLimitMilli,
        @Nullable Long memoryLimitBytes,
        Steadied.Effects pods) {}
