package io.koordbridge.descheduler.decide.migration;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one step decides.
 *
 * @param writes in order; none in a steady state
 * @param again when to look again although nothing changes, null for only on change
 * @param error why the step has to be repeated, or why the job failed by an error; empty for none
 * @param notices sentences for people, as events on the job
 */
@PureCore
public record MigrationPlan(
        List<MigrationWrite> writes, @Nullable Duration again, String error, List<Notice> notices) {

    /** Nothing to do. */
    static final MigrationPlan NOTHING = new MigrationPlan(List.of(), null, "", List.of());

    public MigrationPlan {
        writes = List.copyOf(writes);
        notices = List.copyOf(notices);
    }

    /**
     * An event on the job.
     *
     * @param warning whether it needs attention
     * @param reason one word
     */
    public record Notice(boolean warning, String reason, String message) {}
}
