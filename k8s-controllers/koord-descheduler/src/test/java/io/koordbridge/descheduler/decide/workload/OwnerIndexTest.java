package io.koordbridge.descheduler.decide.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.pod.OwnerRef;
import org.junit.jupiter.api.Test;

class OwnerIndexTest {

    private static final OwnerRef OWNER = new OwnerRef("apps/v1", "ReplicaSet", "web-1", "rs");

    private final OwnerIndex index = new OwnerIndex();

    private Scale scale() {
        return index.scale(OwnerKind.of(OWNER), OWNER);
    }

    @Test
    void aReplicaSetHasTheScaleOfItsDeployment() {
        index.changed(OwnerKind.REPLICA_SET, null, new OwnerFacts("rs", "d", 2));
        assertThat(scale()).isEqualTo(new Scale("d", 0));

        index.changed(OwnerKind.DEPLOYMENT, null, new OwnerFacts("d", "", 5));
        assertThat(scale()).isEqualTo(new Scale("d", 5));
        assertThat(index.replicaSets("d")).containsExactly("rs");
    }

    @Test
    void aReplicaSetWithoutDeploymentHasItsOwnScale() {
        index.changed(OwnerKind.REPLICA_SET, null, new OwnerFacts("rs", "", 2));

        assertThat(scale()).isEqualTo(new Scale("rs", 2));
    }

    @Test
    void oneThatIsGoneOrWasMadeAnewHasNoReplicas() {
        OwnerFacts before = new OwnerFacts("rs", "d", 2);
        OwnerFacts anew = new OwnerFacts("rs-2", "d", 2);
        index.changed(OwnerKind.REPLICA_SET, null, before);
        index.changed(OwnerKind.REPLICA_SET, before, anew);
        assertThat(scale()).isEqualTo(new Scale("rs", 0));
        assertThat(index.replicaSets("d")).containsExactly("rs-2");

        index.changed(OwnerKind.REPLICA_SET, anew, null);
        assertThat(index.replicaSets("d")).isEmpty();
    }

    @Test
    void theSameUidOfAnotherKindIsAnotherOwner() {
        index.changed(OwnerKind.ADVANCED_STATEFUL_SET, null, new OwnerFacts("rs", "", 9));

        assertThat(scale()).isEqualTo(new Scale("rs", 0));
    }
}
