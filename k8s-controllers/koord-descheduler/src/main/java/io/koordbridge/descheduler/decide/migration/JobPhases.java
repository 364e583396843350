package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.protocol.PureCore;

/** Words in the status of a job; descheduler specification section 2. */
@PureCore
public final class JobPhases {

    public static final String PENDING = "Pending";
    public static final String RUNNING = "Running";
    public static final String SUCCEEDED = "Succeeded";
    public static final String FAILED = "Failed";
    public static final String ABORTED = "Aborted";

    static final String COMPLETE = "Complete";

    static final String RESERVATION_CREATED = "ReservationCreated";
    static final String RESERVATION_SCHEDULED = "ReservationScheduled";
    static final String EVICTION = "Eviction";
    static final String POD_SCHEDULED = "PodScheduled";
    static final String POD_BOUND_RESERVATION = "PodBoundReservation";
    static final String BOUND_POD_READY = "BoundPodReady";
    static final String RESERVATION_BOUND = "ReservationBound";

    static final String TIMEOUT = "Timeout";
    static final String FAILED_CREATE_RESERVATION = "FailedCreateReservation";
    static final String RESERVATION_EXPIRED = "ReservationExpired";
    static final String UNSCHEDULABLE = "Unschedulable";
    static final String FORBIDDEN = "ForbiddenMigratePod";
    static final String MISSING_POD = "MissingPod";
    static final String INVALID_POD_REF = "InvalidPodRef";
    static final String MISSING_RESERVATION = "MissingReservation";
    static final String EVICTING = "Evicting";
    static final String EVICT_COMPLETE = "EvictComplete";
    static final String WAIT_FOR_BINDING = "WaitForPodBindReservation";
    static final String WAIT_FOR_READY = "WaitForBoundPodReady";
    /** Ours: a field of the spec cannot be used. */
    static final String INVALID_JOB = "InvalidJob";
    /** Ours: no koord-scheduler would schedule the reservation. */
    static final String SCHEDULER_MISSING = "SchedulerMissing";

    private JobPhases() {}

    /** Whether a phase is the last one of a job. */
    public static boolean isOver(String phase) {
        return phase.equals(SUCCEEDED) || phase.equals(FAILED) || phase.equals(ABORTED);
    }
}
