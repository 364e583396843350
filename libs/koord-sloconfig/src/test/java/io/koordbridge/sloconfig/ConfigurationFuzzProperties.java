package io.koordbridge.sloconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.sloconfig.catalog.CatalogKey;
import io.koordbridge.sloconfig.catalog.ConfigCatalog;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import io.koordbridge.sloconfig.nodeslo.NodeSloRenderer;
import io.koordbridge.sloconfig.nodeslo.SloConfig;
import io.koordbridge.sloconfig.review.ConfigReview;
import io.koordbridge.sloconfig.validation.ConfigMapRules;
import io.koordbridge.sloconfig.validation.LabelledNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ConfigurationFuzzProperties {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Map<String, String> LABELS = Map.of("pool", "a", "a/b", "a");

    @Property(tries = 2000)
    void nothingThatReadsTheConfigurationEverThrows(@ForAll("data") Map<String, String> data) {
        assertThatCode(() -> {
                    ColocationConfigReader.next(ColocationConfigReader.State.INITIAL, data);
                    SloConfig.next(SloConfig.State.INITIAL, data);
                    for (CatalogKey key : ConfigCatalog.KEYS) {
                        KeyState.initial(key.document())
                                .next(key.document(), data)
                                .state()
                                .config()
                                .forNode(LABELS);
                    }
                    ConfigReview.of(data);
                    ConfigMapRules.denial(data, null, List.of(new LabelledNode("n", LABELS)), true);
                })
                .doesNotThrowAnyException();
    }

    @Property(tries = 1000)
    void whateverIsAcceptedIsWrittenToNodes(
            @ForAll("data") Map<String, String> data, @ForAll("text") String bandwidth) {
        SloConfig.State state = SloConfig.next(SloConfig.State.INITIAL, data).state();

        Map<String, String> annotations = Map.of(Annotations.NODE_NETWORK_BANDWIDTH, bandwidth);
        ObjectNode spec = NodeSloRenderer.render(state, LABELS, annotations, MAPPER.createObjectNode());

        assertThatCode(() -> MAPPER.convertValue(spec, NodeSloSpec.class)).doesNotThrowAnyException();
    }

    @Property(tries = 1000)
    void whateverANodeSaysItsStrategyIsWhole(
            @ForAll("data") Map<String, String> data,
            @ForAll("strategies") String annotation,
            @ForAll("text") String ratio) {
        ColocationConfigReader.State state = ColocationConfigReader.next(ColocationConfigReader.State.INITIAL, data)
                .state();

        ColocationStrategy strategy = EffectiveStrategy.of(
                        state.config(),
                        Map.of(
                                "pool",
                                "a",
                                Labels.NODE_CPU_RECLAIM_RATIO,
                                ratio,
                                Labels.NODE_MID_STATIC_CPU_RATIO,
                                ratio),
                        Map.of(Annotations.NODE_COLOCATION_STRATEGY, annotation))
                .boundedByNode()
                .strategy();

        assertThat(strategy.batchCPUThresholdPercent()).isBetween(0L, 100L);
        assertThat(strategy.batchMemoryThresholdPercent()).isBetween(0L, 100L);
        assertThat(strategy.midCPUThresholdPercent()).isBetween(0L, 100L);
        assertThat(strategy.midMemoryThresholdPercent()).isBetween(0L, 100L);
        assertThat(strategy.degradeAfter()).isNotNull();
        assertThat(strategy.writeAgainAfter()).isNotNull();
    }

    @Property(tries = 1000)
    void whatTheWebhookLetsThroughTheControllersTake(@ForAll("strategies") String text) {
        Map<String, String> data = Map.of(ColocationSchemas.KEY, text);
        boolean admitted = ConfigMapRules.denial(data, null, List.of(), false).isEmpty();

        List<Problem> problems = ColocationConfigReader.next(ColocationConfigReader.State.INITIAL, data)
                .problems();

        if (admitted) {
            assertThat(problems)
                    .allSatisfy(problem -> assertThat(problem.field())
                            .matches("(nodeConfigs\\[\\d+]\\.)?(metricMemoryCollectPolicy|extensions\\.damping.*)"));
        }
    }

    @Provide
    Arbitrary<Map<String, String>> data() {
        Arbitrary<Map<String, String>> all = Arbitraries.just(Map.of());
        for (CatalogKey key : ConfigCatalog.KEYS) {
            Arbitrary<String> text = SchemaTexts.of(key.document().shape()).injectNull(0.5);
            all = Combinators.combine(all, text).as((before, value) -> {
                Map<String, String> after = new HashMap<>(before);
                if (value != null) {
                    after.put(key.key(), value);
                }
                return after;
            });
        }
        return all;
    }

    @Provide
    Arbitrary<String> strategies() {
        return SchemaTexts.of(ColocationSchemas.CONFIG.shape());
    }

    @Provide
    Arbitrary<String> text() {
        Arbitrary<String> numbers = Arbitraries.of(
                "0.29", "-0", "1e300", "1e400", "0x1p-2", "NaN", "Infinity", "1_0", " 1", "1e9999", "10M", "-5", "");
        return Arbitraries.oneOf(numbers, Arbitraries.strings().ofMaxLength(6));
    }
}
