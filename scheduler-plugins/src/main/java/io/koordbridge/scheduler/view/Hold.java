package io.koordbridge.scheduler.view;

/**
 * Why room of a node is kept for a pod that is not bound. Until when, and where, the {@link Assumption} says; for everybody else the
 * room is taken.
 *
 * @param owner who keeps it
 * @param reason for people
 */
public record Hold(Owner owner, String reason) {

    /** Its binding is being written: only the API server knows when that is over. */
    static final Hold BINDING = new Hold(Owner.BIND, "its binding is under way");

    /** Who keeps room. */
    public enum Owner {
        BIND,
        FILTER,
        GANG,
        RESERVATION
    }
}
