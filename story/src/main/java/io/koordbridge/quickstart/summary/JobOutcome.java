package io.koordbridge.quickstart.summary;

/**
 * How the job ended.
 *
 * @param result one line of the job's own result, empty when absent
 * @param masterAttempts application masters it has had; 1 means none was lost
 * @param containersPreempted containers, masters left out, that YARN took back
 * @param masterPreempted application masters that YARN took back
 */
public record JobOutcome(
        String name,
        boolean succeeded,
        String state,
        String result,
        int masterAttempts,
        int containersPreempted,
        int masterPreempted,
        long millis) {

    /** Application masters lost. */
    public int mastersLost() {
        return Math.max(masterPreempted, Math.max(0, masterAttempts - 1));
    }
}
