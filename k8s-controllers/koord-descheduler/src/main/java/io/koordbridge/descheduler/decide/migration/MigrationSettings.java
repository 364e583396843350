package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.protocol.PureCore;

/**
 * What the configuration decides about jobs.
 *
 * @param defaultMode of jobs without a mode: ReservationFirst or EvictDirectly
 * @param fallbackToEvictDirectly whether a ReservationFirst job goes on as EvictDirectly while no koord-scheduler answers
 */
@PureCore
public record MigrationSettings(String defaultMode, boolean fallbackToEvictDirectly) {

    /** Mode of a job that makes room before it evicts. */
    public static final String RESERVATION_FIRST = "ReservationFirst";

    /** Mode of a job that only evicts. */
    public static final String EVICT_DIRECTLY = "EvictDirectly";

    /** As the specification says in its section 3. */
    public static final MigrationSettings DEFAULT = new MigrationSettings(RESERVATION_FIRST, false);

    public MigrationSettings {
        if (!isMode(defaultMode)) {
            throw new IllegalArgumentException("invalid defaultJobMode: '" + defaultMode + "'; allowed: "
                    + RESERVATION_FIRST + ", " + EVICT_DIRECTLY);
        }
    }

    /** Whether a text names a mode. */
    static boolean isMode(String text) {
        return text.equals(RESERVATION_FIRST) || text.equals(EVICT_DIRECTLY);
    }
}
