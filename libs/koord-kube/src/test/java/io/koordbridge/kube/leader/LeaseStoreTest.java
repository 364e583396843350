package io.koordbridge.kube.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.Counter;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpecBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.EmptyCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaseStoreTest {

    private final Counter failures = new Counter();
    private final EmptyCluster cluster = EmptyCluster.start("lease-store-test");
    private final LeaseStore store = new LeaseStore(
            cluster.client(), LeaderConfig.of(true, "default", "lease-0", "a"), state("read"), state("write"));

    private LeaseFailureState state(String call) {
        return new LeaseFailureState(call, "lease-0", failures, System::nanoTime);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void readsWhatWasWritten() {
        assertThat(store.read()).isNull();

        store.create(heldBy("a"));
        store.update(store.read(), heldBy("b"));

        Lease read = store.read();
        assertThat(read.getSpec().getHolderIdentity()).isEqualTo("b");
        assertThat(failures.getCount()).isZero();
    }

    @Test
    void aSecondLeaseOfTheNameIsAnAnswerAndNoFailure() {
        store.create(heldBy("a"));

        assertThatThrownBy(() -> store.create(heldBy("b"))).isInstanceOf(KubernetesClientException.class);
        assertThat(failures.getCount()).isZero();
    }

    @Test
    void countsAndThrowsWhatFails() {
        cluster.server().shutdown();

        assertThatThrownBy(store::read).isInstanceOf(KubernetesClientException.class);
        assertThat(failures.getCount()).isEqualTo(1);
    }

    private static LeaseSpec heldBy(String holder) {
        return new LeaseSpecBuilder().withHolderIdentity(holder).build();
    }
}
