package io.koordbridge.scheduler.gang.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.api.podgroup.PodGroupSpec;
import io.koordbridge.api.podgroup.PodGroupStatus;
import io.koordbridge.protocol.Labels;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.gang.status.GroupPods.Done;
import io.koordbridge.testkit.ManualClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GroupPublisherTest {

    private final GroupPods pods = new GroupPods();
    private final List<String> written = new ArrayList<>();
    private final PodGroup group = new PodGroup();
    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Api api = new Api();
    private Done done = Done.NONE;
    private int reads;
    private boolean leads = true;
    private boolean reachable = true;
    private boolean losesTheLeaseByReading;

    private final GroupPublisher publisher = new GroupPublisher(pods, api, time -> leads, clock, new MetricRegistry());

    /** What is written comes back as an event. */
    private final class Api implements GroupStatusApi {

        @Override
        public Done done(PodGroup asked) {
            reads++;
            leads &= !losesTheLeaseByReading;
            return done;
        }

        @Override
        public void publish(PodGroup about, PodGroupStatus status) {
            if (!reachable) {
                throw new KubernetesClientException("no answer");
            }
            written.add(status.phase() + " " + status.scheduled());
            group.setStatus(status);
            publisher.seen(group);
        }
    }

    @BeforeEach
    void created() {
        group.getMetadata().setNamespace("jobs");
        group.getMetadata().setName("g");
        group.getMetadata().setCreationTimestamp("2026-01-01T00:00:00Z");
        group.setSpec(new PodGroupSpec(2L, null, null));
        publisher.seen(group);
    }

    private static Pod pod(String name) {
        return new PodBuilder(Samples.pod(name, Map.of("cpu", "1")))
                .editMetadata()
                .addToLabels(Labels.POD_GROUP, "g")
                .endMetadata()
                .build();
    }

    private void bound(String name, String phase) {
        pods.podSeen(new PodBuilder(Samples.bound(pod(name), "n"))
                .withNewStatus()
                .withPhase(phase)
                .endStatus()
                .build());
    }

    private void rounds() {
        for (int round = 0; round < 6; round++) {
            publisher.round();
        }
    }

    @Test
    void theStatusFollowsThePodsStepByStepAndThenNothingIsWritten() {
        pods.podSeen(pod("p1"));
        rounds();
        assertThat(written).containsExactly("Pending null");

        pods.podSeen(pod("p2"));
        rounds();
        bound("p1", "Pending");
        bound("p2", "Pending");
        rounds();
        bound("p1", "Running");
        bound("p2", "Running");
        rounds();

        assertThat(written)
                .containsExactly("Pending null", "PreScheduling null", "Scheduling 0", "Scheduled 2", "Running 2");
        int before = reads;
        rounds();
        assertThat(written).hasSize(5);
        assertThat(reads).isEqualTo(before);
    }

    @Test
    void podsThatAreDoneAreCountedByTheApiServer() {
        bound("p1", "Running");
        bound("p2", "Running");
        rounds();

        done = new Done(2, 0);
        pods.podGone("uid-p1", "jobs/p1");
        pods.podGone("uid-p2", "jobs/p2");
        rounds();

        assertThat(group.getStatus().phase()).isEqualTo("Finished");
        assertThat(group.getStatus().succeeded()).isEqualTo(2);
    }

    @Test
    void aReplicaThatDoesNotLeadWritesNothingAndTheNextLeaderDoes() {
        leads = false;
        rounds();
        assertThat(written).isEmpty();

        leads = true;
        rounds();

        assertThat(written).containsExactly("Pending null");
    }

    @Test
    void aReplicaThatLosesTheLeaseBetweenReadAndWriteWritesNothing() {
        losesTheLeaseByReading = true;
        rounds();
        assertThat(written).isEmpty();

        losesTheLeaseByReading = false;
        leads = true;
        rounds();
        assertThat(written).containsExactly("Pending null");
    }

    @Test
    void aWriteThatFailsIsRepeated() {
        reachable = false;
        rounds();

        reachable = true;
        rounds();

        assertThat(written).containsExactly("Pending null");
    }
}
