package io.koordbridge.yarnoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.conversion.YarnConversion;
import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Safety of YARN specification section 6.2 on a simulated node, and proof that the harness can tell. */
class LeaseProtocolProperties {

    private static final int TICKS = 2_000;
    private static final YarnConversion UNITS = YarnConversion.DEFAULT;
    private static final YarnAmount FLOOR = new YarnAmount(1, 1024);
    /** Time for a shrink to get through lost calls, late calls and the grace: far above the usual 20 s. */
    private static final long SHRINK_TICKS = 180;

    private static LeaseSettings settings(SharePolicy policy) {
        return settings(policy, ProtocolTimes.DEFAULT.settle());
    }

    private static LeaseSettings settings(SharePolicy policy, Duration settle) {
        PlannerSettings planner = new PlannerSettings(policy, 500, 500, 1000, FLOOR, 256, BatchAmount.ZERO);
        ProtocolTimes defaults = ProtocolTimes.DEFAULT;
        // Grows as often as the order of writes allows, to find its holes.
        ProtocolTimes eager = new ProtocolTimes(
                settle,
                Duration.ofSeconds(20),
                Duration.ofSeconds(1),
                defaults.drainTimeout(),
                defaults.pressureTimeout(),
                defaults.resendAfter(),
                defaults.uncertainty(),
                defaults.heartbeats(),
                defaults.staleAfter(),
                defaults.releaseAfter());
        return new LeaseSettings(planner, Hysteresis.DEFAULT, eager, UNITS);
    }

    @Property(tries = 200)
    void neverSellsMoreThanTheOriginWhileItStands(@ForAll long seed, @ForAll SharePolicy policy) {
        SimulatedNode node = new SimulatedNode(seed, false, 0.2, FLOOR);
        SimulatedOperator operator = new SimulatedOperator(node, settings(policy), true);

        for (int i = 0; i < TICKS; i++) {
            YarnAmount usedBefore = node.used;
            node.advance();
            checkUseOnlyFallsWhileAboveTheCapability(node, usedBefore);
            operator.act();
            checkLeaseCoversCapability(node);

            assertThat(node.sold().fitsIn(node.origin))
                    .as("tick %d: sold %s of %s", node.tick, node.sold(), node.origin)
                    .isTrue();
            assertThat(node.reallyHeld().fitsIn(node.origin)).isTrue();
        }
        assertThat(node.raises).as("the simulation has to move").isPositive();
    }

    @Property(tries = 200)
    void isBackWithinTheOriginSoonAfterItFell(@ForAll long seed, @ForAll SharePolicy policy) {
        SimulatedNode node = new SimulatedNode(seed, true, 0.2, FLOOR);
        SimulatedOperator operator = new SimulatedOperator(node, settings(policy), true);

        for (int i = 0; i < TICKS; i++) {
            YarnAmount usedBefore = node.used;
            node.advance();
            checkUseOnlyFallsWhileAboveTheCapability(node, usedBefore);
            operator.act();
            checkLeaseCoversCapability(node);

            boolean atFloor = node.capability.fitsIn(FLOOR);
            boolean podsAlone =
                    !node.pods.plus(node.others).plus(UNITS.toBatch(FLOOR)).fitsIn(node.origin);
            boolean shrinking = node.tick - node.originFellAt <= SHRINK_TICKS;
            assertThat(node.sold().fitsIn(node.origin) || atFloor || podsAlone || shrinking)
                    .as("tick %d: sold %s of %s, fell at %d", node.tick, node.sold(), node.origin, node.originFellAt)
                    .isTrue();
        }
        assertThat(node.raises).isPositive();
        assertThat(node.lowers).isPositive();
    }

    private static void checkLeaseCoversCapability(SimulatedNode node) {
        if (node.annotation != null) {
            assertThat(UNITS.toBatch(node.capability).fitsIn(node.annotation))
                    .as("tick %d: capability %s, reserved %s", node.tick, node.capability, node.annotation)
                    .isTrue();
        }
    }

    private static void checkUseOnlyFallsWhileAboveTheCapability(SimulatedNode node, YarnAmount usedBefore) {
        boolean drains = node.used.fitsIn(usedBefore);
        assertThat(node.used.fitsIn(node.capability) || drains)
                .as("tick %d: used %s of %s", node.tick, node.used, node.capability)
                .isTrue();
    }

    @Property(tries = 1)
    void harnessNoticesAGrowThatDoesNotWaitForLateBinds() {
        int broken = 0;
        for (long seed = 0; seed < 60; seed++) {
            SimulatedNode node = new SimulatedNode(seed, false, 0.2, FLOOR);
            SimulatedOperator operator =
                    new SimulatedOperator(node, settings(SharePolicy.YARN_FIRST, Duration.ZERO), true);
            for (int i = 0; i < TICKS; i++) {
                node.advance();
                operator.act();
                broken += node.sold().fitsIn(node.origin) ? 0 : 1;
            }
        }
        assertThat(broken).isPositive();
    }

    /** The reference gives YARN the whole origin and pods what YARN does not use: the same harness has to notice. */
    @Property(tries = 50)
    void ruleOfTheReferenceSellsTwice(@ForAll long seed) {
        SimulatedNode node = new SimulatedNode(seed, false, 0, FLOOR);
        int oversold = 0;
        for (int i = 0; i < TICKS; i++) {
            node.advance();
            node.update(YarnConversion.REFERENCE.toYarn(node.origin), 0);
            node.annotate(YarnConversion.REFERENCE.toBatch(node.used), node.version);
            if (!node.sold().fitsIn(node.origin)) {
                oversold++;
            }
        }
        assertThat(oversold).as("ticks in which more was sold than there is").isGreaterThan(TICKS / 2);
    }
}
