package io.koordbridge.descheduler.decide.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.quantity.PlainAmounts;
import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.protocol.PriorityClass;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A node of 10 cores, overloaded above 6. */
class TargetTest {

    private final Target target =
            new Target(new LoadCluster().node("n").pod("n", "there", 1000, 10).load("n"));

    @Test
    void heldRoomIsGivenBackAndChargedRoomIsNot() {
        PodFacts batch = LoadCluster.pod("m", "batch", PriorityClass.BATCH, Map.of("cpu", 9000L));
        long[] usage = {4000, 1};

        target.hold(usage);
        assertThat(target.hasRoom(usage)).isFalse();
        target.release();
        assertThat(target.hasRoom(usage)).isTrue();
        target.charge(batch, usage);

        assertThat(target.hasRoom(usage)).isFalse();
        assertThat(target.room(LoadSide.NODE, 0)).isEqualTo(1000);
        assertThat(target.room(LoadSide.PROD, 0)).isEqualTo(9000);
    }

    @Test
    void chargedRequestsNoLongerFit() {
        PodFacts large = LoadCluster.pod("m", "large", PriorityClass.PROD, Map.of("cpu", 9000L));

        assertThat(target.hasRequestsOf(large)).isTrue();
        target.charge(large, new long[] {1, 1});

        assertThat(target.hasRequestsOf(large)).isFalse();
        assertThat(target.hasRequests(new PlainAmounts(Map.of("cpu", 900L)))).isTrue();
        assertThat(target.room(LoadSide.PROD, 0)).isEqualTo(8999);
    }
}
