package io.koordbridge.yarnoperator.lease;

/** Why a lease changes. */
public enum Cause {
    POLICY("by policy"),
    PRESSURE("the node offers less than is given away"),
    EVICTED("containers were evicted, their place is not offered again for a minute"),
    CLOSED("the node offers nothing"),
    DRAIN("the node is drained"),
    CAPABILITY_ABOVE_LEASE("the ResourceManager schedules on more than the lease"),
    CAPABILITY_BELOW_LEASE("the ResourceManager schedules on less than the lease"),
    RESERVATION_TIMED_OUT("pods' share did not fall in time");

    private final String text;

    Cause(String text) {
        this.text = text;
    }

    /** For people. */
    public String text() {
        return text;
    }
}
