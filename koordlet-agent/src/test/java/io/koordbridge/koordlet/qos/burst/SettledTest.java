package io.koordbridge.koordlet.qos.burst;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettledTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final PodInfo WEB = pod("u1", "Burstable");
    private static final PodInfo SHOP = pod("u2", "Burstable");

    private static PodInfo pod(String uid, String qos) {
        return PodInfos.of(
                new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("d")
                        .withName(uid)
                        .withUid(uid)
                        .endMetadata()
                        .withNewStatus()
                        .withQosClass(qos)
                        .endStatus()
                        .build(),
                problem -> {});
    }

    private static Settled of(PodInfo... pods) {
        return Settled.NONE.next(List.of(WEB, SHOP), List.of(pods), Set.of(), NOW);
    }

    @Test
    void aPodThatWasLookedAtIsLookedAtAgainAfterOneToTwoMinutes() {
        Settled settled = of(WEB);

        assertThat(settled.has(SHOP, NOW)).isFalse();
        assertThat(settled.has(WEB, NOW.plusSeconds(59))).isTrue();
        assertThat(settled.has(WEB, NOW.plusSeconds(120))).isFalse();
        assertThat(settled.has(WEB, NOW.minusSeconds(1))).isFalse();
    }

    @Test
    void aPodThatChangedIsLookedAtAtOnce() {
        assertThat(of(WEB).has(pod("u1", "Burstable"), NOW)).isTrue();
        assertThat(of(WEB).has(pod("u1", "Guaranteed"), NOW)).isFalse();
    }

    @Test
    void aPodThatMayBurstIsForgotten() {
        Settled next = of(WEB, SHOP).next(List.of(WEB, SHOP), List.of(), Set.of("u1"), NOW);

        assertThat(next.pods()).containsOnlyKeys("u2");
    }

    @Test
    void podsThatAreGoneAreForgottenAndASteadyStateMakesNothing() {
        Settled both = of(WEB, SHOP);

        assertThat(both.next(List.of(WEB, SHOP), List.of(), Set.of("u3"), NOW)).isSameAs(both);
        assertThat(both.next(List.of(SHOP), List.of(), Set.of(), NOW).pods()).containsOnlyKeys("u2");
    }
}
