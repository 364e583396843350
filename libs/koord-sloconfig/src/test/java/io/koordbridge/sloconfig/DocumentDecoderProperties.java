package io.koordbridge.sloconfig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.nodeslo.SloConfig;
import io.koordbridge.sloconfig.nodeslo.SloKey;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class DocumentDecoderProperties {

    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "\"\"",
            "\"x\"",
            "\"5m\"",
            "-1",
            "0",
            "101",
            "1.5",
            "1e400",
            "99999999999999999999",
            "[]",
            "{}",
            "[null]",
            "{\"a\":null}",
            "[{\"name\":\"a\"}]",
            "{\"durations\":[\"1m\",7]}");

    @Property
    void noTextEverMakesTheReaderThrow(@ForAll String text) {
        assertThatCode(() -> ColocationConfigReader.next(
                        ColocationConfigReader.State.INITIAL, Map.of(ColocationSchemas.KEY, text)))
                .doesNotThrowAnyException();
    }

    @Property
    void noValueMakesTheReaderThrowOrAcceptsOutOfRange(@ForAll("documents") String document) {
        ColocationConfigReader.Step step = ColocationConfigReader.next(
                ColocationConfigReader.State.INITIAL, Map.of(ColocationSchemas.KEY, document));

        assertThat(step.state().config().cluster().strategy().degradeTimeMinutes())
                .isPositive();
        assertThat(step.state().config().cluster().strategy().resourceDiffThreshold())
                .isPositive();
        assertThat(step.state().config().cluster().strategy().cpuReclaimThresholdPercent())
                .isNotNegative();
        assertThat(step.problems().isEmpty()).isEqualTo(!step.state().faulty() && noEntryProblem(step));
    }

    private static boolean noEntryProblem(ColocationConfigReader.Step step) {
        return step.problems().stream().noneMatch(one -> one.kind() == Problem.Kind.NODE_ENTRY_OUT_OF_RANGE);
    }

    @Property
    void noSloDocumentMakesTheReaderThrow(@ForAll("sloData") Map<String, String> data) {
        assertThatCode(() -> SloConfig.next(SloConfig.State.INITIAL, data)).doesNotThrowAnyException();
    }

    @Provide
    Arbitrary<String> documents() {
        List<String> names =
                ColocationSchemas.STRATEGY.fields().stream().map(Field::name).toList();
        Arbitrary<String> name = Arbitraries.of(names).map(one -> one).injectDuplicates(0.2);
        Arbitrary<String> field = Combinators.combine(name, Arbitraries.of(true, false), Arbitraries.of(VALUES))
                .as((one, upper, value) ->
                        "\"" + (upper ? one.toUpperCase(java.util.Locale.ROOT) : one) + "\":" + value);
        Arbitrary<String> strategy = field.list().ofMaxSize(4).map(list -> String.join(",", list));
        return Combinators.combine(strategy, strategy)
                .as((cluster, entry) -> cluster.isEmpty()
                        ? "{\"nodeConfigs\":[{" + entry + "}]}"
                        : "{" + cluster + ",\"nodeConfigs\":[{" + entry + "}]}");
    }

    @Provide
    Arbitrary<Map<String, String>> sloData() {
        Arbitrary<String> key = Arbitraries.of(SloKey.values()).map(SloKey::key);
        Arbitrary<String> text = Combinators.combine(
                        Arbitraries.of("clusterStrategy", "nodeStrategies"), Arbitraries.of(VALUES))
                .as((field, value) -> "{\"" + field + "\":" + value + "}");
        return Arbitraries.maps(key, Arbitraries.oneOf(text, Arbitraries.of(VALUES)));
    }
}
