package io.koordbridge.capacity.stages;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.damping.Damped;
import io.koordbridge.capacity.damping.DampedAmount;
import io.koordbridge.capacity.damping.DampedAmount.Effect;
import io.koordbridge.capacity.damping.Damper;
import io.koordbridge.capacity.damping.Offer;
import io.koordbridge.capacity.damping.Published;
import io.koordbridge.capacity.damping.Published.Shown;
import io.koordbridge.capacity.explain.DampedLines;
import io.koordbridge.capacity.offered.CapacityMemory;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.NodeResourcePass;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.plan.NormalizedNodes;
import io.koordbridge.capacity.plan.Outlook;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.PassMemory;
import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.capacity.plan.WriteDecision;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.capacity.sum.Step;
import io.koordbridge.capacity.sum.Step.Sign;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.capacity.sum.SumLines;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import io.koordbridge.sloconfig.damping.DampingStrategy.Growth;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A damped resource that exists only here: damping, memory, due time, metrics and explanation need nothing but its stage. */
class DampedResourceTest {

    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final String BANDWIDTH = "example.com/bandwidth";
    private static final Rules RULES = new Rules(new Growth(10, Duration.ofSeconds(60)), 5, null, null);
    private static final long CAPACITY = 10_000;

    private Instant now = START;
    private Map<String, Quantity> published = Map.of();
    private PassMemory memory = PassMemory.at(START);

    /** Bandwidth that is free on a link of 10,000, at most 90 percent of it together with what is reserved. */
    private record BandwidthStage(long free) implements ResourceStage<Damped<Long>> {

        private static final long RESERVED = 1_000;

        @Override
        public String name() {
            return "BandwidthResource";
        }

        @Override
        public Owned owned() {
            return Owned.smoothed(List.of(BANDWIDTH));
        }

        @Override
        public Damped<Long> calculate(StageFacts facts) {
            Map<String, Quantity> status = facts.inputs().node().getStatus().getAllocatable();
            Shown shown = new Shown(Quantities.value(status, BANDWIDTH), 0);
            Map<String, DampedAmount> damped = new Damper(RULES, facts.inputs().now())
                    .damp(
                            Map.of(BANDWIDTH, new Offer(free, free, CAPACITY, RESERVED, 90L, 1)),
                            new Published(CapacityMemory.of(facts, name()).node(), Map.of(BANDWIDTH, shown)));
            return Damped.of(free, damped);
        }

        @Override
        public NodePreparation preparation(Damped<Long> result) {
            return NodePreparation.setting(
                    Map.of(BANDWIDTH, Quantities.ofDecimal(amount(result).published())));
        }

        @Override
        public Outlook outlook(Damped<Long> result, StageFacts facts) {
            Instant from = facts.inputs().now();
            return new Outlook(
                    new CapacityMemory(from, from, result.after(), Map.of()),
                    result.askAgainAt(),
                    result.changes(RULES),
                    false,
                    false,
                    null);
        }

        @Override
        public Map<String, DampedAmount> damped(Damped<Long> result) {
            return result.amounts();
        }

        @Override
        public List<Sum> explain(NodeTerms terms) {
            Damped<?> result = terms.result(name(), Damped.class).orElseThrow();
            SumLines lines =
                    new SumLines().add(Sign.START, "free", BigDecimal.valueOf(free), "the link of " + terms.node());
            new DampedLines("90 percent of the link", "rounded down", "", RULES).add(lines, amount(result));
            return List.of(lines.equal("bandwidth", "").named(BANDWIDTH, "units", "CALCULATED"));
        }

        private static DampedAmount amount(Damped<?> result) {
            return result.amounts().get(BANDWIDTH);
        }
    }

    @Test
    void growsInStepsAndShrinksAtOnce() {
        assertThat(effect(pass(5_000, 0))).isEqualTo(Effect.STEPPED);
        assertThat(effect(pass(5_000, 30))).isEqualTo(Effect.WAITING);
        assertThat(effect(pass(5_000, 30))).isEqualTo(Effect.STEPPED);
        assertThat(published).containsEntry(BANDWIDTH, new Quantity("2000"));

        assertThat(effect(pass(500, 1))).isEqualTo(Effect.SHRUNK);
        assertThat(published).containsEntry(BANDWIDTH, new Quantity("500"));
    }

    @Test
    void isAskedAgainWhenItsStepIsDueAndItsChangesAreWritten() {
        NodePlan plan = pass(5_000, 0);

        assertThat(plan.askAgainAt()).contains(START.plusSeconds(60));
        pass(5_000, 60);
        pass(2_150, 60);
        assertThat(published).containsEntry(BANDWIDTH, new Quantity("2150"));
        assertThat(pass(2_040, 60).status().reason()).isEqualTo(WriteDecision.Reason.DAMPED_CHANGE);
    }

    @Test
    void goesOnFromWhatIsShownWhereTheAmountsAreNotKnown() {
        pass(5_000, 0);
        memory = memory.withoutAmounts();

        assertThat(effect(pass(5_000, 600))).isEqualTo(Effect.WAITING);
        assertThat(published).containsEntry(BANDWIDTH, new Quantity("1000"));
    }

    @Test
    void isExplained() {
        NodeTerms terms = pass(9_500, 0).terms();

        Sum sum = terms.sums("BandwidthResource").get(0);
        assertThat(sum.steps())
                .extracting(Step::name)
                .containsExactly("free", "upper limit of oversell", "damping", "bandwidth");
        assertThat(sum.steps().get(2).source())
                .isEqualTo("one step of growth, 10 % of the node each 60 s, next step at " + START.plusSeconds(60));
        assertThat(sum.result()).isEqualByComparingTo("1000");
    }

    private static Effect effect(NodePlan plan) {
        return plan.terms()
                .stages()
                .get(ResourceStages.ALL.size())
                .damped()
                .get(BANDWIDTH)
                .effect();
    }

    private NodePlan pass(long free, long secondsLater) {
        now = now.plusSeconds(secondsLater);
        List<ResourceStage<?>> stages = new ArrayList<>(ResourceStages.ALL);
        stages.add(new BandwidthStage(free));
        NodePlan plan = NodeResourcePass.plan(
                new NodeInputs(
                        NormalizedNodes.node(published, "1.00", "{}"),
                        EffectiveStrategy.of(enabled().config(), Map.of(), Map.of()),
                        List.of(),
                        null,
                        null,
                        null,
                        NormalizedNodes.settings("1.00"),
                        ThirdPartyShare.NONE,
                        new NodeInputs.Before(memory, now, CpuMemory.ZERO),
                        now),
                stages);
        published = Map.of(BANDWIDTH, plan.wanted().allocatable().get(BANDWIDTH));
        memory = plan.terms().after().carriedOut(true, true, memory);
        return plan;
    }

    private static State enabled() {
        return ColocationConfigReader.next(State.INITIAL, Map.of(ColocationSchemas.KEY, "{\"enable\":true}"))
                .state();
    }
}
