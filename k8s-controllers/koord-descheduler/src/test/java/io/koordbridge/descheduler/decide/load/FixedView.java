package io.koordbridge.descheduler.decide.load;

import io.koordbridge.descheduler.decide.node.LoadReport;
import io.koordbridge.descheduler.decide.node.NodeFacts;
import io.koordbridge.descheduler.decide.pod.OwnerRef;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.run.RunView;
import io.koordbridge.descheduler.decide.workload.Scale;
import io.koordbridge.descheduler.decide.workload.Workloads;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A view of given objects, without workloads. */
public record FixedView(
        Instant now, List<NodeFacts> nodes, Map<String, List<PodFacts>> pods, Map<String, LoadReport> reports)
        implements RunView {

    @Override
    public Collection<PodFacts> podsOn(String node) {
        return pods.getOrDefault(node, List.of());
    }

    @Override
    public Optional<LoadReport> report(String node) {
        return Optional.ofNullable(reports.get(node));
    }

    @Override
    public Workloads workloads() {
        return new Workloads() {
            @Override
            public Optional<Scale> scale(String namespace, OwnerRef controller) {
                return Optional.empty();
            }

            @Override
            public Collection<PodFacts> pods(String workloadUid) {
                return List.of();
            }
        };
    }
}
