package io.koordbridge.copilot.lease;

/** With what the NodeManager registers, and why. */
public final class LeaseDecision {
    /** Where the numbers come from. */
    public enum Source {
        /** The lease file. */
        LEASE,
        /** There is no lease file: the floor. */
        ABSENT,
        /** The lease is older than allowed, or from the future: the floor. */
        STALE,
        /** The lease is below what the ResourceManager accepts: the floor. */
        BELOW_FLOOR,
        /** The file cannot be understood: the floor. */
        UNREADABLE,
        /** Processes of containers that this NodeManager will not know are left: the floor. */
        STRANGERS,
        /** Switched off: the NodeManager's own configuration. */
        CONFIGURED
    }

    private final Source source;
    private final int vcores;
    private final int memoryMegabytes;
    private final long epoch;
    private final String detail;

    LeaseDecision(Source source, int vcores, int memoryMegabytes, long epoch, String detail) {
        this.source = source;
        this.vcores = vcores;
        this.memoryMegabytes = memoryMegabytes;
        this.epoch = epoch;
        this.detail = detail;
    }

    /** For a NodeManager that keeps its configuration. */
    public static LeaseDecision configured(int vcores, int memoryMegabytes) {
        return new LeaseDecision(Source.CONFIGURED, vcores, memoryMegabytes, 0, "");
    }

    /** The same, but not more than the last capacity from the ResourceManager. */
    public LeaseDecision atMost(long mostVcores, long mostMegabytes, String why) {
        if (vcores <= mostVcores && memoryMegabytes <= mostMegabytes) {
            return this;
        }
        return new LeaseDecision(
                source,
                (int) Math.min(vcores, mostVcores),
                (int) Math.min(memoryMegabytes, mostMegabytes),
                epoch,
                detail + "; not more than " + why);
    }

    public Source source() {
        return source;
    }

    public int vcores() {
        return vcores;
    }

    public int memoryMegabytes() {
        return memoryMegabytes;
    }

    /** 0 when absent. */
    public long epoch() {
        return epoch;
    }

    /** For people; may be empty. */
    public String detail() {
        return detail;
    }
}
