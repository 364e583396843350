package io.koordbridge.descheduler.decide.run;

import io.koordbridge.protocol.PureCore;

/**
 * Answer to a question about one pod.
 *
 * @param allowed whether it may be evicted, or a job for it was made
 * @param check name of the check that keeps it, such as MaxMigratingPerNode; empty when allowed
 * @param message why, with the numbers of the limit; empty when allowed
 */
@PureCore
public record Verdict(boolean allowed, String check, String message) {

    /** Yes. */
    public static final Verdict ALLOWED = new Verdict(true, "", "");

    /** No. */
    public static Verdict refused(String check, String message) {
        return new Verdict(false, check, message);
    }
}
