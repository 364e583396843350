package io.koordbridge.descheduler.act.scavenge;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is to be deleted, by the caches as they are. */
public interface ScavengeRule {

    /** Jobs past their time, in whatever phase; empty before the caches are filled. */
    List<DueJob> due();

    /** Reservations that this component made for jobs that are gone; empty before the caches are filled. */
    List<Named> orphans();

    /** An object without namespace. */
    record Named(String name, String uid) {}

    /**
     * A job past its time.
     *
     * @param reservation what was made for it and has to go first, null for none
     */
    record DueJob(Named job, @Nullable Named reservation) {}
}
