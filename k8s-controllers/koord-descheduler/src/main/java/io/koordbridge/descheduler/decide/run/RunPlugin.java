package io.koordbridge.descheduler.decide.run;

import io.koordbridge.descheduler.decide.node.NodeFacts;
import java.util.List;

/** A plugin of a profile: Deschedule looks at each pod for itself, Balance at nodes together. */
public interface RunPlugin {

    /** As in the configuration. */
    String name();

    /**
     * One run.
     *
     * @param nodes ready nodes of the profile
     */
    void run(RunView view, List<NodeFacts> nodes, Evictor evictor);
}
