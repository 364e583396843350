package io.koordbridge.capacity.stages;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.plan.MetadataDecision;
import io.koordbridge.capacity.plan.NodeInputs;
import io.koordbridge.capacity.plan.NodePatch;
import io.koordbridge.capacity.plan.NodePlan;
import io.koordbridge.capacity.plan.NodeResourcePass;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.capacity.plan.NormalizedNodes;
import io.koordbridge.capacity.plan.Outlook;
import io.koordbridge.capacity.plan.Owned;
import io.koordbridge.capacity.plan.PassMemory;
import io.koordbridge.capacity.plan.ResourceStage;
import io.koordbridge.capacity.plan.StageFacts;
import io.koordbridge.capacity.plan.StageMemory;
import io.koordbridge.capacity.plan.WriteDecision;
import io.koordbridge.capacity.preparation.NodePreparation;
import io.koordbridge.capacity.sum.Step.Sign;
import io.koordbridge.capacity.sum.Sum;
import io.koordbridge.capacity.sum.SumLines;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader.State;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A resource that exists only here is a stage and one line in the list. */
class SeventhResourceTest {

    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final String LICENSES = "example.com/licenses";
    private static final String GRADE = "example.com/grade";

    /** How many passes the stage took part in. */
    private record Passes(int count) implements StageMemory {

        @Override
        public StageMemory carriedOut(boolean onNode, boolean onZones, StageMemory before) {
            return onNode || before == null ? this : before;
        }

        @Override
        public StageMemory withoutAmounts() {
            return new Passes(0);
        }
    }

    /** One licence for each annotation of the node. */
    private static final class LicenseStage implements ResourceStage<Long> {

        @Override
        public String name() {
            return "LicenseResource";
        }

        @Override
        public Owned owned() {
            return new Owned(List.of(LICENSES), List.of(), List.of(GRADE), List.of());
        }

        @Override
        public Long calculate(StageFacts facts) {
            return (long) facts.inputs().annotations().size();
        }

        @Override
        public Long reset(StageFacts facts) {
            return 0L;
        }

        @Override
        public NodePreparation preparation(Long result) {
            return result == 0
                    ? NodePreparation.removing(List.of(LICENSES))
                            .and(NodePreparation.annotation(GRADE, Optional.empty()))
                    : NodePreparation.setting(Map.of(LICENSES, new Quantity(result.toString())))
                            .and(NodePreparation.annotation(GRADE, Optional.of("a")));
        }

        @Override
        public Outlook outlook(Long result, StageFacts facts) {
            int passes = facts.memory(name()) instanceof Passes before ? before.count() + 1 : 1;
            return new Outlook(
                    new Passes(passes), Optional.of(facts.inputs().now().plusSeconds(passes)), true, true, false, null);
        }

        @Override
        public Map<String, Double> amounts(Long result) {
            return Map.of(LICENSES, (double) result);
        }

        @Override
        public List<Sum> explain(NodeTerms terms) {
            return terms.result(name(), Long.class).stream()
                    .map(count -> new SumLines()
                            .add(Sign.START, "annotations", BigDecimal.valueOf(count), "Node/" + terms.node())
                            .named(LICENSES, "units", "CALCULATED"))
                    .toList();
        }
    }

    private static List<ResourceStage<?>> seven() {
        List<ResourceStage<?>> stages = new ArrayList<>(ResourceStages.ALL);
        stages.add(new LicenseStage());
        return stages;
    }

    @Test
    void isCalculatedAndWritten() {
        NodePlan plan = NodeResourcePass.plan(inputs(true, Map.of(), null), seven());
        NodePatch patch = NodePatch.of(plan);

        assertThat(patch.allocatable()).containsEntry(LICENSES, new Quantity("2"));
        assertThat(patch.status().get("capacity")).containsEntry(LICENSES, new Quantity("2"));
        assertThat(patch.annotations()).containsEntry(GRADE, "a");
        assertThat(plan.metadata()).isEqualTo(MetadataDecision.METADATA_CHANGED);
    }

    @Test
    void isResetWhereColocationIsOff() {
        NodePlan plan = NodeResourcePass.plan(inputs(false, Map.of(LICENSES, new Quantity("2")), NOW), seven());

        assertThat(NodePatch.of(plan).allocatable()).containsEntry(LICENSES, null);
        assertThat(plan.status().reason()).isEqualTo(WriteDecision.Reason.RESOURCE_APPEARED_OR_WENT);
    }

    @Test
    void isExplainedAndCounted() {
        NodeTerms terms =
                NodeResourcePass.plan(inputs(true, Map.of(), null), seven()).terms();

        assertThat(terms.sums("LicenseResource"))
                .singleElement()
                .satisfies(sum -> assertThat(sum.result()).isEqualByComparingTo("2"));
        assertThat(terms.stages().get(ResourceStages.ALL.size()).amounts()).containsEntry(LICENSES, 2.0);
    }

    @Test
    void findsItsOwnMemoryIsAskedAgainAndItsChangesAreWritten() {
        NodeInputs first = inputs(true, Map.of(), null);
        PassMemory memory = NodeResourcePass.plan(first, seven()).terms().after();
        PassMemory shown = memory.carriedOut(true, true, PassMemory.at(NOW));
        Map<String, Quantity> almost = Map.of(LICENSES, new Quantity("2900m"));
        NodePlan second = NodeResourcePass.plan(inputs(true, almost, NOW, shown), seven());

        assertThat(second.terms().after().stages().get("LicenseResource")).isEqualTo(new Passes(2));
        assertThat(second.askAgainAt()).contains(NOW.plusSeconds(2));
        assertThat(second.status().reason()).isEqualTo(WriteDecision.Reason.DAMPED_CHANGE);
        assertThat(second.terms().after().carriedOut(false, true, shown).stages())
                .containsEntry("LicenseResource", new Passes(1));
        assertThat(shown.withoutAmounts().stages()).containsEntry("LicenseResource", new Passes(0));
    }

    @Test
    void isNoBusinessOfTheOtherStages() {
        NodePlan without = NodeResourcePass.plan(inputs(true, Map.of(), null), ResourceStages.ALL);
        NodePlan seven = NodeResourcePass.plan(inputs(true, Map.of(), null), seven());

        assertThat(seven.terms().stages().subList(0, ResourceStages.ALL.size()))
                .isEqualTo(without.terms().stages());
    }

    @Test
    void keepsWhatIsPublishedOfAStageThatIsSwitchedOff() {
        Map<String, Quantity> published = Map.of(
                "kubernetes.io/batch-cpu", new Quantity("777"),
                "kubernetes.io/mid-cpu", new Quantity("333"));
        for (ResourceStage<?> off : ResourceStages.ALL) {
            List<ResourceStage<?>> others = new ArrayList<>(ResourceStages.ALL);
            others.remove(off);
            for (boolean enabled : List.of(true, false)) {
                NodePatch patch = NodePatch.of(NodeResourcePass.plan(inputs(enabled, published, null), others));

                assertThat(patch.allocatable())
                        .doesNotContainKeys(off.owned().resources().toArray(String[]::new));
                assertThat(patch.annotations())
                        .doesNotContainKeys(off.owned().annotations().toArray(String[]::new));
            }
        }
    }

    private static NodeInputs inputs(boolean enabled, Map<String, Quantity> published, Instant upToDateAt) {
        return inputs(enabled, published, upToDateAt, PassMemory.at(NOW));
    }

    private static NodeInputs inputs(
            boolean enabled, Map<String, Quantity> published, Instant upToDateAt, PassMemory before) {
        Node node = new NodeBuilder(NormalizedNodes.node(published, "1.00", "{}"))
                .editMetadata()
                .addToAnnotations(before.stages().isEmpty() ? Map.of() : Map.of(GRADE, "a"))
                .endMetadata()
                .build();
        State config = ColocationConfigReader.next(
                        State.INITIAL, Map.of(ColocationSchemas.KEY, "{\"enable\":" + enabled + "}"))
                .state();
        return new NodeInputs(
                node,
                EffectiveStrategy.of(
                        config.config(), Map.of(), node.getMetadata().getAnnotations()),
                List.of(),
                null,
                null,
                null,
                NormalizedNodes.settings("1.00"),
                ThirdPartyShare.NONE,
                new NodeInputs.Before(before, upToDateAt, CpuMemory.ZERO),
                NOW);
    }
}
