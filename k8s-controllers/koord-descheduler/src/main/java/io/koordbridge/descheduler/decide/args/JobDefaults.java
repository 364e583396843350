package io.koordbridge.descheduler.decide.args;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What jobs get that do not say it.
 *
 * @param mode ReservationFirst or EvictDirectly
 * @param ttl zero: no end
 * @param schedulerNames schedulers that honour reservations
 * @param policy how pods are evicted
 * @param deleteOptions of evictions; null for none
 * @param fallbackToEvictDirectly whether a ReservationFirst job goes on as EvictDirectly while no koord-scheduler answers
 */
@PureCore
public record JobDefaults(
        String mode,
        Duration ttl,
        Set<String> schedulerNames,
        EvictionPolicy policy,
        @Nullable JsonNode deleteOptions,
        boolean fallbackToEvictDirectly) {

    /** Mode of a job that makes room before it evicts. */
    public static final String RESERVATION_FIRST = "ReservationFirst";

    /** Mode of a job that only evicts. */
    public static final String EVICT_DIRECTLY = "EvictDirectly";

    public JobDefaults {
        schedulerNames = Set.copyOf(schedulerNames);
    }
}
