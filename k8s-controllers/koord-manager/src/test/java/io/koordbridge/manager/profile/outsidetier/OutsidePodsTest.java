package io.koordbridge.manager.profile.outsidetier;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.KubeQos;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutsidePodsTest {

    private final OutsidePods pods = new OutsidePods();

    private static OutsidePod pod(int number) {
        return new OutsidePod("jobs", "p" + number, "u" + number, KubeQos.BURSTABLE, List.of(), false);
    }

    @Test
    void eachPodIsTakenOnceEvenWhenAllAreListedAgain() {
        pods.put(pod(1));
        pods.put(pod(2));

        assertThat(pods.takeUnreported(1)).containsExactly(pod(1));
        assertThat(pods.takeUnreported(5)).containsExactly(pod(2));
        pods.forgetAll();
        assertThat(pods.summary(3).pods()).isZero();
        pods.put(pod(1));
        assertThat(pods.takeUnreported(5)).isEmpty();
        assertThat(pods.summary(3)).isEqualTo(new OutsideTier(1, List.of("jobs/p1")));
    }

    @Test
    void countsByClassAndForgetsWhatIsGone() {
        pods.put(pod(1));
        pods.put(pod(2));
        pods.forget("jobs", "p1");
        pods.forget("jobs", "never");

        assertThat(pods.count(KubeQos.BURSTABLE)).isEqualTo(1);
        assertThat(pods.count(KubeQos.GUARANTEED)).isZero();
    }

    @Test
    void keepsNoMoreThanItsCapacity() {
        for (int at = 0; at < OutsidePods.CAPACITY + 5; at++) {
            pods.put(pod(at));
        }

        assertThat(pods.summary(1).pods()).isEqualTo(OutsidePods.CAPACITY);
        assertThat(pods.takeUnreported(Integer.MAX_VALUE)).hasSize(OutsidePods.CAPACITY);
    }
}
