package io.koordbridge.descheduler.decide.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.pod.OwnerRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnedWorkloadsTest {

    private static final OwnerRef SET = new OwnerRef("apps/v1", "ReplicaSet", "rs", "uid-rs");

    @Test
    void replicaSetHasTheSizeOfItsDeployment() {
        Workloads found = workloads(
                replicaSet("rs", 2, "uid-dep"), new Owner(OwnerKind.DEPLOYMENT, new OwnerFacts("uid-dep", "", 8)));

        assertThat(found.scale("d", SET)).contains(new Scale("uid-dep", 8));
    }

    @Test
    void podsOfADeploymentAreThoseOfAllItsReplicaSets() {
        List<String> asked = new ArrayList<>();
        OwnerIndex index =
                index(replicaSet("rs", 2, "uid-dep"), replicaSet("old", 1, "uid-dep"), replicaSet("other", 1, ""));
        new OwnedWorkloads(
                        index,
                        uid -> {
                            asked.add(uid);
                            return List.of();
                        },
                        (namespace, owner) -> Optional.empty())
                .pods("uid-dep");

        assertThat(asked).containsExactlyInAnyOrder("uid-dep", "uid-rs", "uid-old");
    }

    @Test
    void ownerThatIsGoneOrRecreatedHasNoReplicas() {
        assertThat(workloads().scale("d", SET)).contains(new Scale("uid-rs", 0));
        assertThat(workloads(replicaSet("rs", 2, "uid-dep")).scale("d", SET)).contains(new Scale("uid-dep", 0));
        OwnerRef older = new OwnerRef("apps/v1", "ReplicaSet", "rs", "uid-older");
        assertThat(workloads(replicaSet("rs", 2, "")).scale("d", older)).contains(new Scale("uid-older", 0));
    }

    @Test
    void batchJobHasItsParallelismAndDaemonSetNothing() {
        OwnerRef job = new OwnerRef("batch/v1", "Job", "jb", "uid-jb");

        assertThat(workloads(new Owner(OwnerKind.JOB, new OwnerFacts("uid-jb", "", 5)))
                        .scale("d", job))
                .contains(new Scale("uid-jb", 5));
        assertThat(workloads().scale("d", job)).contains(new Scale("uid-jb", 0));
        assertThat(workloads().scale("d", new OwnerRef("apps/v1", "DaemonSet", "ds", "uid-ds")))
                .contains(new Scale("uid-ds", 0));
    }

    @Test
    void otherKindsAreReadByTheirScale() {
        OwnerRef widget = new OwnerRef("example.com/v1", "Widget", "wd", "uid-wd");

        assertThat(widgets(new Scale("uid-wd", 6)).scale("d", widget)).contains(new Scale("uid-wd", 6));
        assertThat(widgets(new Scale("another", 6)).scale("d", widget)).contains(new Scale("uid-wd", 0));
        assertThat(workloads().scale("d", widget)).isEmpty();
    }

    private record Owner(OwnerKind kind, OwnerFacts facts) {}

    private static Owner replicaSet(String name, int replicas, String deployment) {
        return new Owner(OwnerKind.REPLICA_SET, new OwnerFacts("uid-" + name, deployment, replicas));
    }

    private static OwnerIndex index(Owner... owners) {
        OwnerIndex index = new OwnerIndex();
        for (Owner owner : owners) {
            index.changed(owner.kind(), null, owner.facts());
        }
        return index;
    }

    private static Workloads workloads(Owner... owners) {
        return new OwnedWorkloads(index(owners), uid -> List.of(), (namespace, owner) -> Optional.empty());
    }

    private static Workloads widgets(Scale found) {
        return new OwnedWorkloads(index(), uid -> List.of(), (namespace, owner) -> Optional.of(found));
    }
}
