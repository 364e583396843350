package io.koordbridge.descheduler.decide.run;

import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.workload.Workloads;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The cluster as one run sees it; nothing changes during the run. */
public interface RunView {

    /** Time of the run. */
    Instant now();

    /** All nodes, by name. */
    List<NodeFacts> nodes();

    /** Pods of a node, those that are done included. */
    Collection<PodFacts> podsOn(String node);

    /** The last report of a node; empty before there is one. */
    Optional<LoadReport> report(String node);

    /** Owners of pods. */
    Workloads workloads();
}
