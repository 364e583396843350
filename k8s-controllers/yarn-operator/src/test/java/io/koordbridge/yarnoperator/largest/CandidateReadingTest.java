package io.koordbridge.yarnoperator.largest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.api.annotation.YarnFrozen;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.policy.lease.NodeBalances;
import io.koordbridge.yarnoperator.drain.Drain;
import io.koordbridge.yarnoperator.drain.DrainRequest;
import io.koordbridge.yarnoperator.drain.DrainState;
import io.koordbridge.yarnoperator.lease.Eviction;
import io.koordbridge.yarnoperator.lease.LeaseConfig;
import io.koordbridge.yarnoperator.lease.LeaseProtocol;
import io.koordbridge.yarnoperator.lease.LeaseStep;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.lease.Masters;
import io.koordbridge.yarnoperator.lease.NodeAgent;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.NodeObservation;
import io.koordbridge.yarnoperator.lease.NodeObservation.Authority;
import io.koordbridge.yarnoperator.lease.WrittenLease;
import io.koordbridge.yarnoperator.node.LeaseStateName;
import io.koordbridge.yarnoperator.node.NodeAsked;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.node.NodeReading;
import io.koordbridge.yarnoperator.node.NodeUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CandidateReadingTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration STALE = Duration.ofSeconds(15);
    private static final YarnAmount LEASE = new YarnAmount(10, 20_480);
    private static final YarnAmount USED = new YarnAmount(3, 4_096);

    private BatchAmount origin = new BatchAmount(20_000, 40L << 30);
    private boolean originUnreadable;
    private boolean protects = true;
    private boolean led = true;
    private Instant notReadySince;
    private Eviction eviction;
    private NodeAsked asked = NodeAsked.NOTHING;
    private Duration reportAge = Duration.ofSeconds(1);
    private final List<NodeManagerView> managers = new ArrayList<>(List.of(manager("nm-0", ManagerState.LIVE, true)));

    private NodeManagerView manager(String host, ManagerState state, boolean pod) {
        return new NodeManagerView(
                new NodeManagerRef("blue", host, 8041), state, LEASE, USED, null, false, pod, reportAge, 1, 0);
    }

    private CandidateReading read() {
        NodeBalances books = new NodeBalances(
                origin,
                new BatchAmount(4_000, 8L << 30),
                new BatchAmount(1_000, 1L << 30),
                BatchAmount.ZERO,
                true,
                null,
                originUnreadable,
                null);
        NodeObservation seen = new NodeObservation(
                NOW,
                new Authority(NOW.minusSeconds(3600), true),
                books,
                new WrittenLease(YarnConversion.DEFAULT.toBatch(LEASE), null, null, null, "7"),
                managers,
                new Demand(true, 0, 0, false),
                NodeAgent.SILENT,
                Masters.UNKNOWN,
                notReadySince,
                eviction);
        LeaseStep step = led ? LeaseProtocol.step(null, seen, LeaseConfig.DEFAULT) : null;
        NodeLeaseStatus status = new NodeLeaseStatus(
                "node-1",
                NodeReading.of(
                        new NodeBuilder()
                                .withNewMetadata()
                                .withName("node-1")
                                .endMetadata()
                                .build(),
                        null,
                        null),
                seen,
                step,
                LeaseStateName.STEADY,
                LEASE,
                new NodeLeaseStatus.NodeManagers(List.of(), 1, Map.of(), asked),
                NodeUsage.NONE,
                List.of(),
                List.of());
        return CandidateReading.of(status, protects, YarnConversion.DEFAULT, STALE, NOW.plusSeconds(5))
                .orElse(null);
    }

    private boolean usable() {
        return read().candidate().usable();
    }

    @Test
    void isWhatPodsAndThirdPartiesLeaveOfTheOrigin() {
        assertThat(read())
                .isEqualTo(new CandidateReading(
                        "blue", new Candidate("node-1", new YarnAmount(15, 31_744), USED, LEASE, LEASE, true)));
    }

    @Test
    void isNoneOnAReplicaThatDoesNotLeadOrWithoutANodeManager() {
        led = false;
        assertThat(read()).isNull();
        led = true;
        managers.set(0, manager("nm-0", ManagerState.DEAD, true));
        assertThat(read()).isNull();
    }

    @Test
    void isNotUsableWithoutAnOrigin() {
        origin = null;
        assertThat(usable()).isFalse();
        originUnreadable = true;
        assertThat(usable()).isFalse();
    }

    @Test
    void hasNoRoomWithAnOriginOfNothing() {
        origin = BatchAmount.ZERO;
        assertThat(read().candidate().room()).isEqualTo(YarnAmount.ZERO);
    }

    @Test
    void isNotUsableWhereTheAgentDoesNotProtectOrTheNodeIsNotReady() {
        protects = false;
        assertThat(usable()).isFalse();
        protects = true;
        notReadySince = NOW;
        assertThat(usable()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = ManagerState.class,
            names = {"UNHEALTHY", "DECOMMISSIONING"})
    void isNotUsableWhileTheNodeManagerIsNotLive(ManagerState state) {
        managers.set(0, manager("nm-0", state, true));
        assertThat(usable()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = ManagerState.class,
            names = {"LIVE", "UNKNOWN", "DISPUTED"})
    void isNotUsableBesideAnotherNodeManagerOfAPod(ManagerState state) {
        managers.add(manager("nm-1", state, true));
        assertThat(usable()).isFalse();
    }

    @Test
    void isNotUsableWhileItIsDrainedOrFrozen() {
        for (DrainState state : DrainState.values()) {
            DrainRequest request = new DrainRequest("d", STALE, false, true, false, Set.of());
            Drain drain = new Drain(request, NOW, NOW.plus(STALE), Set.of(), state, "");
            asked = new NodeAsked(drain, null, null);
            assertThat(usable()).as("%s", state).isEqualTo(state == DrainState.FAILED);
        }
        asked = new NodeAsked(null, null, new YarnFrozen(null, "test"));
        assertThat(usable()).isFalse();
    }

    @Test
    void isNotUsableOnAnOldReport() {
        reportAge = Duration.ofSeconds(11);
        managers.set(0, manager("nm-0", ManagerState.LIVE, true));
        assertThat(usable()).isFalse();
    }

    @Test
    void hasNoMoreThanWasLeftAfterAnEviction() {
        eviction = new Eviction(YarnConversion.DEFAULT.toBatch(new YarnAmount(0, 19_456)), NOW);
        assertThat(read().candidate().room()).isEqualTo(LEASE);
    }
}
