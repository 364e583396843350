package io.koordbridge.koordlet.cgroup;

/**
 * One value for one file.
 *
 * @param target knob and control group, relative to its hierarchy
 * @param value in version 1 terms
 * @param reason capability that wants it, for the audit log
 */
public record CgroupUpdate(Intent.Target target, String value, String reason) {

    /** A value of a knob in a control group. */
    public CgroupUpdate(Knob<?> knob, String dir, String value, String reason) {
        this(new Intent.Target(knob, dir), value, reason);
    }

    public Knob<?> knob() {
        return target.knob();
    }

    public String dir() {
        return target.group();
    }
}
