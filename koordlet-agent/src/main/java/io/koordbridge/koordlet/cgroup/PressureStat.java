package io.koordbridge.koordlet.cgroup;

/**
 * Share of the time in which work waited for a resource, in percent.
 *
 * @param fullKnown whether the kernel counts the time in which all work waited; without it {@code full} is zero
 */
public record PressureStat(Averages some, Averages full, boolean fullKnown) {

    /**
     * Over 10, 60 and 300 seconds.
     *
     * @param totalMicros time of waiting since the group began; -1 where the kernel does not say it
     */
    public record Averages(double avg10, double avg60, double avg300, long totalMicros) {
        static final Averages NONE = new Averages(0, 0, 0, 0);
    }
}
