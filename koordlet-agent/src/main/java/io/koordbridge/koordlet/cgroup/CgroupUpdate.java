package io.koordbridge.koordlet.cgroup;

/**
 * One value for one file.
 *
 * @param dir control group, relative to its hierarchy
 * @param value in version 1 terms
 * @param reason capability that wants it, for the audit log
 */
public record CgroupUpdate(Knob<?> knob, String dir, String value, String reason) {}
