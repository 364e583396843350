package io.koordbridge.descheduler.app;

import io.koordbridge.descheduler.decide.arbitration.JobClaim;
import io.koordbridge.descheduler.decide.arbitration.MigrationView;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.scene.SceneView;
import io.koordbridge.descheduler.decide.workload.Workloads;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** No jobs yet. */
record FixedPicture(SceneView view) implements MigrationView {

    @Override
    public Collection<JobClaim> jobs() {
        return List.of();
    }

    @Override
    public Optional<PodFacts> pod(String namespace, String name) {
        return view.pods().stream()
                .filter(pod -> pod.ref().key().equals(namespace + "/" + name))
                .findFirst();
    }

    @Override
    public Workloads workloads() {
        return view.workloads();
    }
}
