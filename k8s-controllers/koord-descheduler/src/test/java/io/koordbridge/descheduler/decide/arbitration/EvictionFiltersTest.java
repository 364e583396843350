package io.koordbridge.descheduler.decide.arbitration;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import org.junit.jupiter.api.Test;

class EvictionFiltersTest {

    private static final String SET = "ReplicaSet/rs";

    private final SampleCluster cluster = new SampleCluster().owner(SET, 100, "");

    @Test
    void jobThatWasMadeCountsForTheNextRequest() {
        PodFacts first = cluster.add(SampleCluster.pod("a", "n1", SET));
        PodFacts second = cluster.add(SampleCluster.pod("b", "n1", SET));
        EvictionFilters filters = filters("{'maxMigratingPerNode': 1}");

        assertThat(filters.request(first).allowed()).isTrue();
        assertThat(filters.request(second).allowed()).isTrue();
        filters.made(new SampleCluster().job("j", "a", 1));

        assertThat(filters.request(first).check()).isEqualTo("ExistingJob");
        assertThat(filters.request(second).check()).isEqualTo("MaxMigratingPerNode");
    }

    @Test
    void schedulerCountsOnlyForReservations() {
        PodFacts pod = cluster.add(
                "a", "n1", SET, one -> one.editSpec().withSchedulerName("other").endSpec());

        assertThat(filters("{}").request(pod).message()).isEqualTo("its scheduler 'other' is not in [koord-scheduler]");
        assertThat(filters("{'defaultJobMode': 'EvictDirectly'}").request(pod).allowed())
                .isTrue();
    }

    @Test
    void openJobOfAnyUidBlocksItsPod() {
        PodFacts pod = cluster.add(
                "a", "n1", SET, one -> one.editMetadata().withUid("recreated").endMetadata());
        JobClaim job = cluster.job("j", "a", 1);

        assertThat(filters("{}").request(pod).check()).isEqualTo("ExistingJob");
        cluster.inPhase(job, "Succeeded");
        assertThat(filters("{}").request(pod).allowed()).isTrue();
    }

    private EvictionFilters filters(String args) {
        return EvictionFilters.ofRun(SampleCluster.args(args), cluster, SampleCluster.NO_YARN);
    }
}
