package io.koordbridge.colo.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.cluster.LeaderPod.Replica;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeaderPodTest {
    private static final List<Replica> TWO = List.of(new Replica("op-b", true), new Replica("op-a", true));

    @Test
    void isTheHolderOfTheLease() {
        assertThat(LeaderPod.of("op-b_1_4be2", TWO)).contains("op-b");
        assertThat(LeaderPod.of("op-b", TWO)).contains("op-b");
    }

    @Test
    void isTheHolderEvenWhenItIsNotReady() {
        assertThat(LeaderPod.of("op-b_1", List.of(new Replica("op-a", true), new Replica("op-b", false))))
                .contains("op-b");
    }

    @Test
    void isNoPodThatOnlyBeginsLikeTheHolder() {
        assertThat(LeaderPod.of("op-bc_1", TWO)).contains("op-a");
    }

    @Test
    void isTheFirstReadyOneWhenTheHolderIsGone() {
        assertThat(LeaderPod.of("op-gone_1", TWO)).contains("op-a");
        assertThat(LeaderPod.of("", List.of(new Replica("op-a", false), new Replica("op-b", true))))
                .contains("op-b");
    }

    @Test
    void isAbsentWhenNoReplicaCanAnswer() {
        assertThat(LeaderPod.of("op-gone_1", List.of(new Replica("op-a", false))))
                .isEmpty();
    }
}
