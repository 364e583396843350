package io.koordbridge.scheduler.gatekeeper;

import java.util.List;

/** Runs writes that do not depend on each other. */
@FunctionalInterface
public interface WritesTogether {

    /** Begins them in their order, and returns when all have ended. */
    void run(List<Runnable> writes);
}
