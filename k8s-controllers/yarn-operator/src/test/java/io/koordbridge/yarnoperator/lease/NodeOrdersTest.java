package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.yarnoperator.lease.LeaseAction.UpdateNodeResource;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A drain and a freeze of a node, as the protocol carries them out. */
class NodeOrdersTest extends ProtocolDriver {

    private static final YarnAmount LEAST = new YarnAmount(1, 512);
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private final Instant deadline = Observations.NOW.plus(TIMEOUT);

    private void drain(YarnAmount least, boolean endsMasters) {
        settings = LeaseConfig.DEFAULT.withOrders(
                new NodeOrders(new NodeOrders.Drain(deadline, least, endsMasters, !endsMasters), false));
    }

    private void frozen() {
        settings = LeaseConfig.DEFAULT.withOrders(new NodeOrders(null, true));
    }

    /** The ResourceManager takes what is sent, the NodeManager says it. */
    private void passes(int count) {
        for (int i = 0; i < count; i++) {
            later(Duration.ofSeconds(1));
            for (UpdateNodeResource update : updates()) {
                node.capability = update.capability();
                node.told = update.capability();
            }
        }
    }

    @Test
    void aDrainGoesToTheResourceManagersMinimumWithItsOwnDeadline() {
        node.used = new YarnAmount(8, 8_192);
        node.masters = YarnAmount.ZERO;
        drain(LEAST, false);

        next();
        later(Duration.ofSeconds(1));

        assertThat(state.change().cause()).isEqualTo(Cause.DRAIN);
        assertThat(state.change().goal()).isEqualTo(LEAST);
        assertThat(state.change().deadline()).isEqualTo(deadline);
        passes(3);
        assertThat(node.capability).isEqualTo(LEAST);
    }

    @Test
    void mastersAreKeptUntilTheyMayBeEnded() {
        node.used = new YarnAmount(8, 8_192);
        node.masters = new YarnAmount(2, 3_072);
        drain(LEAST, false);
        passes(10);
        assertThat(node.capability).isEqualTo(new YarnAmount(2, 3_072));

        node.used = node.masters;
        passes(10);
        assertThat(state.change().phase()).isEqualTo(Phase.STEADY);
        assertThat(state.lease()).isEqualTo(new YarnAmount(2, 3_072));

        node.now = deadline;
        drain(YarnAmount.ZERO, true);
        passes(5);
        assertThat(node.capability).isEqualTo(YarnAmount.ZERO);
        assertThat(state.lease()).as("containers are still there").isEqualTo(node.used);
    }

    @Test
    void nothingIsTakenFromMastersWhenTheTimeIsOverAndTheyMayNotBeEnded() {
        YarnAmount held = new YarnAmount(2, 3_072);
        node.used = new YarnAmount(8, 8_192);
        node.masters = held;
        drain(LEAST, false);
        passes(10);

        node.now = deadline;
        drain(YarnAmount.ZERO, false);
        for (int i = 0; i < 60; i++) {
            passes(1);
            assertThat(updates()).allMatch(update -> held.fitsIn(update.capability()));
            node.used = i < 5 ? node.used : held;
        }
        assertThat(node.capability).isEqualTo(held);
        assertThat(state.lease()).isEqualTo(held);
    }

    @Test
    void aMasterThatStartsOnTheLastOfANodeKeepsItsPlace() {
        node.masters = YarnAmount.ZERO;
        drain(LEAST, false);
        passes(10);
        assertThat(node.capability).isEqualTo(LEAST);

        // Seen as any container, before the NodeManager names it.
        node.used = LEAST;
        node.mastersAskedAt = node.now;
        node.now = deadline;
        drain(YarnAmount.ZERO, false);
        next();
        assertThat(updates()).as("masters are asked for first").isEmpty();
        node.masters = LEAST;
        node.mastersAskedAt = null;
        passes(30);

        assertThat(node.capability).isEqualTo(LEAST);
    }

    @Test
    void aContainerThatStartsBeforeNothingIsLeftKeepsItsPlaceUntilTheDeadline() {
        node.masters = YarnAmount.ZERO;
        drain(LEAST, false);
        passes(10);
        drain(YarnAmount.ZERO, false);
        next();
        assertThat(updates()).extracting(UpdateNodeResource::capability).containsExactly(YarnAmount.ZERO);

        // The ResourceManager placed one before it had the update.
        node.capability = YarnAmount.ZERO;
        node.told = YarnAmount.ZERO;
        node.used = LEAST;
        node.mastersAskedAt = node.now;
        drain(LEAST, false);
        passes(10);

        assertThat(node.capability).isEqualTo(LEAST);
    }

    @Test
    void atTheDeadlineNothingIsEndedBeforeMastersWereAskedFor() {
        node.masters = YarnAmount.ZERO;
        node.used = LEAST;
        drain(LEAST, false);
        passes(10);

        node.now = deadline.plusSeconds(5);
        drain(YarnAmount.ZERO, false);
        next();
        assertThat(updates()).hasSize(1).allSatisfy(update -> {
            assertThat(update.capability()).isEqualTo(YarnAmount.ZERO);
            assertThat(update.overcommitTimeout()).isEqualTo(Duration.ofSeconds(10));
        });
        Instant ends = node.now.plusSeconds(10);
        node.capability = YarnAmount.ZERO;
        node.told = YarnAmount.ZERO;
        passes(3);
        assertThat(state.change().deadline()).as("it does not move").isEqualTo(ends);
    }

    @Test
    void whileItIsNotKnownWhichAreMastersADrainThatMayNotEndThemTakesNothing() {
        YarnAmount used = new YarnAmount(8, 8_192);
        node.used = used;
        node.masters = null;
        drain(LEAST, false);
        passes(20);
        assertThat(node.capability).as("nothing more is placed").isEqualTo(used);

        node.now = deadline;
        drain(YarnAmount.ZERO, false);
        passes(20);
        assertThat(node.capability).isEqualTo(used);

        node.used = new YarnAmount(4, 4_096);
        passes(20);
        assertThat(node.capability).as("what has left is not given back").isEqualTo(node.used);

        node.masters = new YarnAmount(2, 3_072);
        passes(20);
        assertThat(node.capability).isEqualTo(node.masters);
    }

    @Test
    void whatIsSaidNoLongerOfMastersTakesNothingEither() {
        YarnAmount used = new YarnAmount(8, 8_192);
        node.used = used;
        node.masters = YarnAmount.ZERO;
        passes(5);
        node.mastersAskedAt = node.now;
        passes(30);

        drain(LEAST, false);
        passes(20);

        assertThat(node.capability).isEqualTo(used);
    }

    @Test
    void whereMastersWillBeEndedPlaceForOneIsKeptUntilThen() {
        node.used = new YarnAmount(8, 8_192);
        node.masters = null;
        settings = LeaseConfig.DEFAULT.withOrders(
                new NodeOrders(new NodeOrders.Drain(deadline, LEAST, false, false), false));

        passes(20);

        assertThat(node.capability).isEqualTo(LeaseConfig.SPARE);
    }

    @Test
    void anEmptyNodeGetsNothingAndDoesNotGrow() {
        drain(YarnAmount.ZERO, false);
        node.demand = new Demand(true, 100, 100_000, false);

        passes(30);

        assertThat(node.capability).isEqualTo(YarnAmount.ZERO);
        assertThat(state.lease()).isEqualTo(YarnAmount.ZERO);
        assertThat(node.written).isEqualTo(YarnAmount.ZERO);
        assertThat(step.waitsFor()).isEqualTo(WaitReason.DRAIN);
    }

    @Test
    void aDrainThatIsCalledOffGivesEverythingBack() {
        drain(YarnAmount.ZERO, false);
        passes(30);
        assertThat(node.capability).isEqualTo(YarnAmount.ZERO);

        settings = LeaseConfig.DEFAULT;
        node.demand = new Demand(true, 100, 100_000, false);
        passes(120);

        assertThat(node.capability).isEqualTo(new YarnAmount(20, 40_960));
    }

    @Test
    void aGrowUnderWayIsGivenUp() {
        node.demand = new Demand(true, 100, 100_000, false);
        next();
        assertThat(state.change().phase()).isEqualTo(Phase.RESERVING);

        drain(LEAST, false);
        passes(20);

        assertThat(node.capability).isEqualTo(LEAST);
        assertThat(node.written).isEqualTo(LEAST);
    }

    @Test
    void aPolicysShrinkUnderWayIsHurriedByADrain() {
        node.used = new YarnAmount(10, 20_480);
        node.masters = YarnAmount.ZERO;
        node.pods = new BatchAmount(14_000, 0);
        passes(3);
        assertThat(state.change().deadline()).isAfter(deadline);

        drain(LEAST, false);
        passes(3);

        assertThat(state.change().deadline()).isEqualTo(deadline);
        assertThat(node.capability).isEqualTo(LEAST);
    }

    @Test
    void aFrozenLeaseOfNothingStaysNothing() {
        drain(YarnAmount.ZERO, false);
        passes(30);
        assertThat(state.lease()).isEqualTo(YarnAmount.ZERO);

        frozen();
        passes(30);
        assertThat(state.lease()).isEqualTo(YarnAmount.ZERO);
        assertThat(node.written).isEqualTo(YarnAmount.ZERO);
        node.capability = LEAST;
        passes(30);
        assertThat(node.capability).as("it has registered anew").isEqualTo(YarnAmount.ZERO);
        assertThat(state.lease()).isEqualTo(YarnAmount.ZERO);

        settings = LeaseConfig.DEFAULT;
        node.demand = new Demand(true, 100, 100_000, false);
        passes(120);
        assertThat(node.capability).isEqualTo(new YarnAmount(20, 40_960));
    }

    @Test
    void aLongDrainDelaysNoShrinkThatTheNodeNeeds() {
        node.used = new YarnAmount(10, 20_480);
        node.masters = YarnAmount.ZERO;
        longDrain();
        passes(3);
        assertThat(state.change().deadline()).isEqualTo(Observations.NOW.plus(Duration.ofHours(24)));

        node.pods = new BatchAmount(14_000, 0);
        later(Duration.ofSeconds(1));
        Instant usual = node.now.plus(settings.times().drainTimeout());
        assertThat(state.change().deadline()).isEqualTo(usual);
        passes(5);
        assertThat(state.change().deadline()).as("not later with each pass").isEqualTo(usual);
    }

    @Test
    void aLongDrainThatBeginsOnAFullNodeHasTheUsualDeadline() {
        node.used = new YarnAmount(10, 20_480);
        node.masters = YarnAmount.ZERO;
        node.pods = new BatchAmount(14_000, 0);
        longDrain();
        next();

        assertThat(state.change().deadline())
                .isEqualTo(node.now.plus(settings.times().drainTimeout()));
    }

    private void longDrain() {
        Instant tomorrow = Observations.NOW.plus(Duration.ofHours(24));
        settings = LeaseConfig.DEFAULT.withOrders(
                new NodeOrders(new NodeOrders.Drain(tomorrow, LEAST, false, true), false));
    }

    @Test
    void aFrozenLeaseNeitherGrowsNorShrinksByPolicy() {
        frozen();
        node.demand = new Demand(true, 100, 100_000, false);
        passes(60);
        assertThat(state.lease()).isEqualTo(HALF);
        assertThat(step.waitsFor()).isEqualTo(WaitReason.FROZEN);

        node.demand = new Demand(true, 0, 0, true);
        passes(60);
        assertThat(state.lease()).isEqualTo(HALF);
        assertThat(node.capability).isEqualTo(HALF);
    }

    @Test
    void aFrozenLeaseShrinksForSafetyAndForADrain() {
        frozen();
        node.origin = new BatchAmount(6_000, 40L << 30);
        passes(30);
        assertThat(node.capability.vcores()).isEqualTo(6);

        node.origin = new BatchAmount(20_000, 40L << 30);
        passes(60);
        assertThat(node.capability.vcores()).isEqualTo(6);

        settings = LeaseConfig.DEFAULT.withOrders(
                new NodeOrders(new NodeOrders.Drain(deadline, LEAST, false, true), true));
        passes(30);
        assertThat(node.capability).isEqualTo(LEAST);
    }
}
