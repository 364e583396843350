package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VetoesTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final Vetoes vetoes = new Vetoes(2, Duration.ofMinutes(1));
    private final ClusterLedger ledger = new ClusterLedger();
    private final PodFacts pod = Samples.batchPodFacts("p", 1_000, "1Gi");

    private void refused(String node) {
        vetoes.add(pod, node, ledger.view(), NOW);
    }

    private Set<String> after(long seconds) {
        vetoes.end(ledger.view(), NOW.plusSeconds(seconds));
        return vetoes.nodes().of(pod);
    }

    @Test
    void aVetoEndsAfterAMinute() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        refused("n1");
        refused("unknown");

        assertThat(after(59)).containsExactlyInAnyOrder("n1", "unknown");
        assertThat(vetoes.nodes().words(pod)).isEqualTo(", kube-scheduler refuses jobs/p on n1, unknown");
        assertThat(after(60)).isEmpty();
        assertThat(vetoes.nodes().words(pod)).isEmpty();
    }

    @Test
    void aVetoEndsWhenItsNodeOrWhatIsBoundThereChangesAndNotByHolds() {
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        refused("n1");
        Samples.assume(ledger, pod, "n1", NOW);
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        assertThat(after(1)).containsExactly("n1");

        ledger.podSeen(Samples.boundFacts(Samples.batchPod("other", 1_000, "1Gi"), "n1"));
        assertThat(after(1)).isEmpty();

        refused("n1");
        ledger.nodeSeen(Samples.nodeFacts("n1", 5_000, "8Gi"));
        assertThat(after(1)).isEmpty();

        refused("n1");
        ledger.nodeGone("n1");
        assertThat(after(1)).isEmpty();
    }

    @Test
    void aRequestForASingleNodeOrForFewerThanBeforeIsNotMeant() {
        vetoes.offered(pod, 20);

        assertThat(vetoes.isMeant(pod, 1)).isFalse();
        assertThat(vetoes.isMeant(pod, 19)).isFalse();
        vetoes.offered(pod, 19);
        assertThat(vetoes.isMeant(pod, 19)).isTrue();
    }

    @Test
    void narrowRequestsInARowAreMeantInTheEnd() {
        assertThat(vetoes.isMeant(pod, 1)).isFalse();
        assertThat(vetoes.isMeant(pod, 1)).isFalse();
        assertThat(vetoes.isMeant(pod, 1)).isTrue();
        assertThat(vetoes.isMeant(pod, 1)).isFalse();
    }

    @Test
    void podsThatAreGoneAreForgotten() {
        refused("n1");
        vetoes.keepOnly(Set.of());

        assertThat(after(1)).isEmpty();
    }
}
