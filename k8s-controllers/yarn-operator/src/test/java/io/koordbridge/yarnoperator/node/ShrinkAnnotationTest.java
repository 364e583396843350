package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.YarnShrink;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.yarnoperator.lease.Cause;
import io.koordbridge.yarnoperator.lease.LeaseState;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShrinkAnnotationTest {

    /** By the clock of the lease, which is not the machine's. */
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private static final Instant TIME_OF_DAY = Instant.parse("2026-03-01T00:00:00Z");
    private static final YarnAmount TARGET = new YarnAmount(4, 2_048);
    private static final YarnAmount HELD = new YarnAmount(6, 2_048);
    private static final Instant DEADLINE = NOW.plusSeconds(600);

    private static LeaseState shrinking(Phase phase, Instant sentAt, Instant deadline) {
        Change change = new Change(phase, TARGET, TARGET, Cause.POLICY, NOW, null, sentAt, deadline, false, false);
        return new LeaseState(HELD, TARGET, change, null);
    }

    private static NodeManagerView manager(int port, YarnAmount used) {
        NodeManagerRef ref = new NodeManagerRef("", "nm-0", port);
        return new NodeManagerView(ref, ManagerState.LIVE, TARGET, used, null, false, true, Duration.ZERO, 1, 1);
    }

    private static YarnShrink said(LeaseState lease, NodeManagerView... managers) {
        return ShrinkAnnotation.of(lease, List.of(managers), NOW, TIME_OF_DAY, cluster -> true);
    }

    private static YarnShrink at(long seconds) {
        return ShrinkAnnotation.of(
                shrinking(Phase.DRAINING, NOW, DEADLINE),
                List.of(manager(8041, HELD)),
                NOW.plusSeconds(seconds),
                TIME_OF_DAY.plusSeconds(seconds),
                cluster -> true);
    }

    private static Map<String, String> changes(String annotation, YarnShrink wanted) {
        NodeBuilder node = new NodeBuilder().withNewMetadata().withName("n").endMetadata();
        Node built = annotation == null
                ? node.build()
                : node.editMetadata()
                        .addToAnnotations(Annotations.NODE_YARN_SHRINK, annotation)
                        .endMetadata()
                        .build();
        Map<String, String> changes = new LinkedHashMap<>();
        ShrinkAnnotation.change(built, wanted, changes);
        return changes;
    }

    @Test
    void saysTargetAndDeadlineByTheTimeOfDay() {
        assertThat(said(shrinking(Phase.DRAINING, NOW, DEADLINE), manager(8041, HELD)))
                .isEqualTo(
                        new YarnShrink(4L, 2048L, "2026-03-01T00:10:00Z", "2026-03-01T00:00:00Z", "nm-0:8041", true));
    }

    @Test
    void saysNothingWhileNothingHasToLeave() {
        assertThat(said(null, manager(8041, HELD))).isNull();
        assertThat(said(shrinking(Phase.DRAINING, NOW, DEADLINE), manager(8041, TARGET)))
                .isNull();
        assertThat(said(shrinking(Phase.RAISING, NOW, DEADLINE), manager(8041, HELD)))
                .isNull();
        assertThat(said(shrinking(Phase.LOWERING, null, DEADLINE), manager(8041, HELD)))
                .isNull();
        assertThat(said(shrinking(Phase.DRAINING, NOW, null), manager(8041, HELD)))
                .isNull();
    }

    @Test
    void ofSeveralNodeManagersNoneHasATarget() {
        assertThat(said(shrinking(Phase.DRAINING, NOW, DEADLINE), manager(8041, HELD), manager(8042, HELD)))
                .isNull();
        assertThat(said(shrinking(Phase.DRAINING, NOW, DEADLINE))).isNull();
    }

    @Test
    void isWrittenOnceAsTimePassesAndAfterItsDeadline() {
        String written = changes(null, at(0)).get(Annotations.NODE_YARN_SHRINK);

        for (long seconds : new long[] {0, 1, 300, 599, 600, 601, 7_200}) {
            assertThat(changes(written, at(seconds))).as("after %d s", seconds).isEmpty();
        }
    }

    @Test
    void anotherTargetAnEarlierDeadlineAndAClockThatWasSetAreWritten() {
        String written = changes(null, at(0)).get(Annotations.NODE_YARN_SHRINK);
        LeaseState sooner = shrinking(Phase.LOWERING, NOW, NOW.plusSeconds(15));

        assertThat(changes(written, said(sooner, manager(8041, HELD)))).hasSize(1);
        assertThat(changes(written.replace("2048", "1024"), at(1))).hasSize(1);
        assertThat(changes(written.replace("8041", "8042"), at(1))).hasSize(1);
        assertThat(changes(written.replace("2026-03", "2026-04"), at(1))).hasSize(1);
        assertThat(changes("nonsense", at(1))).hasSize(1);
    }

    @Test
    void aDeadlineBeyondADayIsWrittenOnce() {
        LeaseState far = shrinking(Phase.DRAINING, NOW, NOW.plus(Duration.ofDays(9)));
        YarnShrink first = said(far, manager(8041, HELD));
        YarnShrink later = ShrinkAnnotation.of(
                far, List.of(manager(8041, HELD)), NOW.plusSeconds(60), TIME_OF_DAY.plusSeconds(60), cluster -> true);

        assertThat(first.left()).isEqualTo(Duration.ofDays(1));
        assertThat(changes(changes(null, first).get(Annotations.NODE_YARN_SHRINK), later))
                .isEmpty();
    }

    @Test
    void saysWhetherTheClusterOfTheNodeManagerCountsVcores() {
        LeaseState lease = shrinking(Phase.DRAINING, NOW, DEADLINE);
        List<NodeManagerView> managers = List.of(manager(8041, HELD));
        YarnShrink counts = ShrinkAnnotation.of(lease, managers, NOW, TIME_OF_DAY, ""::equals);
        YarnShrink not = ShrinkAnnotation.of(lease, managers, NOW, TIME_OF_DAY, "other"::equals);

        assertThat(counts.cpu()).isTrue();
        assertThat(not.cpu()).isFalse();
        String written = changes(null, counts).get(Annotations.NODE_YARN_SHRINK);
        assertThat(changes(written, not)).hasSize(1);
        // As an earlier release wrote it.
        assertThat(changes(written.replace(",\"cpu\":true", ""), not)).isEmpty();
    }

    @Test
    void isRemovedOnce() {
        assertThat(changes("nonsense", null)).containsEntry(Annotations.NODE_YARN_SHRINK, null);
        assertThat(changes("x".repeat(20_000), null)).containsEntry(Annotations.NODE_YARN_SHRINK, null);
        assertThat(changes(null, null)).isEmpty();
    }
}
