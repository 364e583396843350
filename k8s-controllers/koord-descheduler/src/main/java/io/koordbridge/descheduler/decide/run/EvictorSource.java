package io.koordbridge.descheduler.decide.run;

/** Gives a run its evictors; asked once per profile and kind in each run. */
@FunctionalInterface
public interface EvictorSource {

    /**
     * The evictor of a profile.
     *
     * @param pretend whether it has the same filters, and writes nothing
     */
    Evictor of(String profile, boolean pretend);
}
