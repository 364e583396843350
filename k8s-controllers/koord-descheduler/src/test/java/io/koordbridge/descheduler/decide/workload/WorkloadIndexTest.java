package io.koordbridge.descheduler.decide.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.pod.OwnerRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkloadIndexTest {

    private static final OwnerRef DEPLOYMENT = new OwnerRef("apps/v1", "Deployment", "dep", "uid-dep");
    private static final OwnerRef SET = new OwnerRef("apps/v1", "ReplicaSet", "rs", "uid-rs");

    @Test
    void replicaSetHasTheSizeOfItsDeployment() {
        Workloads found = workloads(facts("apps", "ReplicaSet", "rs", 2, DEPLOYMENT), deployment(8));

        assertThat(found.scale("d", SET)).contains(new Scale("uid-dep", 8));
    }

    @Test
    void podsOfADeploymentAreThoseOfAllItsReplicaSets() {
        List<String> asked = new ArrayList<>();
        WorkloadIndex.of(List.of(
                        facts("apps", "ReplicaSet", "rs", 2, DEPLOYMENT),
                        facts("apps", "ReplicaSet", "old", 1, DEPLOYMENT),
                        facts("apps", "ReplicaSet", "other", 1, null)))
                .over(
                        uid -> {
                            asked.add(uid);
                            return List.of();
                        },
                        (namespace, owner) -> Optional.empty())
                .pods("uid-dep");

        assertThat(asked).containsExactlyInAnyOrder("uid-rs", "uid-old");
    }

    @Test
    void ownerThatIsGoneOrRecreatedHasNoReplicas() {
        assertThat(workloads().scale("d", SET)).contains(new Scale("uid-rs", 0));
        assertThat(workloads(facts("apps", "ReplicaSet", "rs", 2, DEPLOYMENT)).scale("d", SET))
                .contains(new Scale("uid-dep", 0));
        OwnerRef older = new OwnerRef("apps/v1", "ReplicaSet", "rs", "uid-older");
        assertThat(workloads(facts("apps", "ReplicaSet", "rs", 2, null)).scale("d", older))
                .contains(new Scale("uid-older", 0));
        assertThat(workloads(facts("apps", "ReplicaSet", "rs", 2, null)).scale("e", SET))
                .contains(new Scale("uid-rs", 0));
    }

    @Test
    void batchJobHasItsParallelismAndDaemonSetNothing() {
        OwnerRef job = new OwnerRef("batch/v1", "Job", "jb", "uid-jb");

        assertThat(workloads(facts("batch", "Job", "jb", 5, null)).scale("d", job))
                .contains(new Scale("uid-jb", 5));
        assertThat(workloads().scale("d", job)).contains(new Scale("uid-jb", 0));
        assertThat(workloads().scale("d", new OwnerRef("apps/v1", "DaemonSet", "ds", "uid-ds")))
                .contains(new Scale("uid-ds", 0));
    }

    @Test
    void otherKindsAreReadByTheirScale() {
        OwnerRef widget = new OwnerRef("example.com/v1", "Widget", "wd", "uid-wd");
        WorkloadIndex index = WorkloadIndex.of(List.of());

        assertThat(index.over(uid -> List.of(), (namespace, owner) -> Optional.of(new Scale("uid-wd", 6)))
                        .scale("d", widget))
                .contains(new Scale("uid-wd", 6));
        assertThat(index.over(uid -> List.of(), (namespace, owner) -> Optional.of(new Scale("another", 6)))
                        .scale("d", widget))
                .contains(new Scale("uid-wd", 0));
        assertThat(workloads().scale("d", widget)).isEmpty();
    }

    @Test
    void deploymentThatOwnsItselfEndsTheSearch() {
        Workloads found = workloads(facts("apps", "Deployment", "dep", 3, DEPLOYMENT));

        assertThat(found.scale("d", DEPLOYMENT)).contains(new Scale("uid-dep", 3));
    }

    private static WorkloadFacts deployment(int replicas) {
        return facts("apps", "Deployment", "dep", replicas, null);
    }

    private static WorkloadFacts facts(
            String group, String kind, String name, int replicas, @Nullable OwnerRef controller) {
        return new WorkloadFacts(group, kind, "d", name, "uid-" + name, replicas, controller);
    }

    private static Workloads workloads(WorkloadFacts... owners) {
        return WorkloadIndex.of(List.of(owners)).over(uid -> List.of(), (namespace, owner) -> Optional.empty());
    }
}
