package io.koordbridge.koordlet.qos.nodemanager;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.kubepods.PodInfo;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class DaemonsTest {

    private static final long LARGE = 32_000;

    private static long floor(long capacity, PodInfo... pods) {
        return Daemons.floorMilliCpu(List.of(pods), capacity);
    }

    @Test
    void aNodeWithoutANodeManagerKeepsNothing() {
        PodInfo other = NodeManagerPods.changed(
                "u1",
                500,
                pod -> pod.editMetadata()
                        .addToLabels("app.kubernetes.io/component", "driver")
                        .endMetadata());

        assertThat(floor(LARGE)).isZero();
        assertThat(floor(LARGE, other)).isZero();
    }

    @Test
    void theTierKeepsWhatADaemonRequests() {
        assertThat(floor(LARGE, NodeManagerPods.requesting("u1", 500))).isEqualTo(500);
        assertThat(floor(LARGE, NodeManagerPods.requesting("u1", 800))).isEqualTo(800);
    }

    @Test
    void aDaemonThatRequestsLessOrNothingKeepsHalfACore() {
        assertThat(floor(LARGE, NodeManagerPods.requesting("u1", 0))).isEqualTo(500);
        assertThat(floor(LARGE, NodeManagerPods.requesting("u1", 50))).isEqualTo(500);
    }

    @Test
    void severalDaemonsAddUpAndEachCountsOnce() {
        PodInfo first = NodeManagerPods.requesting("u1", 600);
        PodInfo second = NodeManagerPods.requesting("u2", 700);

        assertThat(floor(LARGE, first, second)).isEqualTo(1_300);
        assertThat(floor(LARGE, first, first)).isEqualTo(600);
    }

    @Test
    void theLabelTakesNeverMoreThanTwoCoresOrAQuarterOfTheNode() {
        PodInfo huge = NodeManagerPods.requesting("u1", Long.MAX_VALUE / 2);

        assertThat(floor(LARGE, huge)).isEqualTo(2_000);
        assertThat(floor(LARGE, huge, NodeManagerPods.requesting("u2", 5_000))).isEqualTo(2_000);
        assertThat(floor(2_000, huge)).isEqualTo(500);
        assertThat(floor(1_000, NodeManagerPods.requesting("u1", 500))).isEqualTo(250);
        assertThat(floor(0, huge)).isZero();
    }

    @Test
    void aDaemonOutsideOfTheTierNeedsNothing() {
        PodInfo burstable = NodeManagerPods.changed(
                "u1", 500, pod -> pod.editStatus().withQosClass("Burstable").endStatus());

        assertThat(floor(LARGE, burstable)).isZero();
    }

    @Test
    void aDaemonThatEndedNeedsNothing() {
        PodInfo ended = NodeManagerPods.changed(
                "u1", 500, pod -> pod.editStatus().withPhase("Failed").endStatus());

        assertThat(floor(LARGE, ended)).isZero();
    }

    @Test
    void aPodThatBorrowsTheUidOfAStaticOneCountsAsNone() {
        PodInfo mirror = NodeManagerPods.changed(
                "u1",
                500,
                pod -> pod.editMetadata()
                        .addToAnnotations("kubernetes.io/config.mirror", "0123456789abcdef0123456789abcdef")
                        .endMetadata());

        assertThat(floor(LARGE, mirror)).isZero();
    }

    @Property
    void whateverIsLabelledTheFloorStaysInItsBounds(
            @ForAll @LongRange(max = 256_000) long capacity,
            @ForAll @LongRange(min = 0) long request,
            @ForAll @IntRange(min = 1, max = 40) int pods) {
        PodInfo[] all = Collections.nCopies(pods, "").stream()
                .map(any ->
                        NodeManagerPods.requesting(java.util.UUID.randomUUID().toString(), request))
                .toArray(PodInfo[]::new);

        assertThat(floor(capacity, all)).isBetween(0L, Math.min(2_000, capacity / 4));
    }
}
