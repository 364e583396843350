package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.plugin.GateTrial;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What has a gang without room planned again. */
class NoRoomTest {

    private static final Duration REST = Duration.ofSeconds(2);

    private final Places quota = new Places();
    private final GangScene scene = new GangScene(new CountingPlugin().capabilities(quota));

    /** A quota with room for some pods. */
    private static final class Places implements PodGate {
        private int most = 100;
        private long version;
        private final Set<String> held = new HashSet<>();

        void most(int pods) {
            most = pods;
            version++;
        }

        private FitResult full(Set<String> uids) {
            return uids.size() < most ? FitResult.FITS : new FitResult(FitCode.UNSCHEDULABLE, List.of("quota is full"));
        }

        @Override
        public FitResult admit(PodFacts pod) {
            return full(held);
        }

        @Override
        public FitResult hold(PodFacts pod, Instant deadline) {
            FitResult entry = full(held);
            if (entry.fits()) {
                held.add(pod.uid());
                version++;
            }
            return entry;
        }

        @Override
        public FitResult confirm(PodFacts pod) {
            return FitResult.FITS;
        }

        @Override
        public long version() {
            return version;
        }

        @Override
        public GateTrial trial() {
            Set<String> tried = new HashSet<>(held);
            return new GateTrial() {
                @Override
                public FitResult enter(PodFacts pod) {
                    FitResult entry = full(tried);
                    if (entry.fits()) {
                        tried.add(pod.uid());
                    }
                    return entry;
                }

                @Override
                public void leave(PodFacts pod) {
                    tried.remove(pod.uid());
                }
            };
        }

        @Override
        public void release(PodFacts pod) {
            version += held.remove(pod.uid()) ? 1 : 0;
        }
    }

    @BeforeEach
    void noRoom() {
        scene.node("n1", 2_000);
        scene.node("n2", 500);
        scene.pods("g", 3, "p1", "p2", "p3");
        scene.filter("p1");
        scene.pass(REST);
        assertThat(scene.plans()).isEqualTo(1);
    }

    private void planned(int times) {
        scene.pass(REST);
        assertThat(scene.plans()).isEqualTo(times);
    }

    @Test
    void whatTakesRoomOrGivesNoneIsNoReason() {
        Samples.assume(scene.ledger, Samples.batchPodFacts("x", 100, "1Gi"), "n1", Instant.MAX);
        scene.node("n2", 900);
        scene.ledger.objectSeen("n1", String.class, "a report");
        planned(1);

        scene.nodeGone("n2");
        planned(1);
    }

    @Test
    void aChangeThatDoesNotSeemToHelpIsTriedAfterAMinute() {
        scene.ledger.objectSeen("n1", String.class, "a report");
        planned(1);
        scene.pass(Duration.ofMinutes(1));
        assertThat(scene.plans()).isEqualTo(2);
        scene.pass(Duration.ofMinutes(2));
        assertThat(scene.plans()).isEqualTo(2);
    }

    @Test
    void roomThatBecomesFreeAnotherNodeAndALargerOneAreReasons() {
        PodFacts other = Samples.batchPodFacts("x", 1_000, "1Gi");
        Samples.assume(scene.ledger, other, "n1", Instant.MAX);
        scene.node("n3", 100);
        scene.node("n2", 1_000);
        planned(2);
        scene.ledger.podGone(other.uid(), other.key());
        planned(3);
        assertThat(scene.held()).containsExactly("p1", "p2", "p3");
    }

    @Test
    void otherPodsOfTheGangAreAReason() {
        scene.pods("g", 3, "p4");
        planned(2);
        scene.delete("p4");
        planned(3);
        scene.podChanges("p1");
        planned(3);
    }

    @Test
    void theQuotaIsAReasonWhenItIsWhatWasMissing() {
        quota.most(101);
        planned(1);
        quota.most(2);
        scene.node("n2", 9_000);
        planned(2);
        assertThat(scene.refusal("p1")).isEqualTo("gang jobs/g: no room for its minimum: quota is full");
        assertThat(quota.held).isEmpty();
        planned(2);

        quota.most(3);
        planned(3);

        assertThat(scene.held()).containsExactly("p1", "p2", "p3");
        assertThat(quota.held).hasSize(3);
    }
}
