package io.koordbridge.sloconfig.colocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.work.AllocatedBytes;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What the entries of a configuration cost a node; counted in bytes, which do not depend on the machine. */
class ManyEntriesTest {

    private static final Map<String, String> LABELS = Map.of("pool", "p-none", "zone", "z1");

    private static ColocationConfig config(int entries) {
        String nodeConfigs = IntStream.range(0, entries)
                .mapToObj(i ->
                        "{\"name\": \"e%d\", \"nodeSelector\": {\"matchLabels\": {\"pool\": \"p%d\"}}}".formatted(i, i))
                .collect(Collectors.joining(","));
        String text = "{\"enable\": true, \"nodeConfigs\": [" + nodeConfigs + "]}";
        return ColocationConfigReader.next(ColocationConfigReader.State.INITIAL, Map.of(ColocationSchemas.KEY, text))
                .state()
                .config();
    }

    @Test
    void fiftyEntriesCostANodeHardlyMoreThanNone() {
        ColocationConfig none = config(0);
        ColocationConfig fifty = config(50);
        assertThat(fifty.entries()).hasSize(50);

        long alone = AllocatedBytes.perRun(500, () -> EffectiveStrategy.of(none, LABELS, Map.of()));
        long amongFifty = AllocatedBytes.perRun(500, () -> EffectiveStrategy.of(fifty, LABELS, Map.of()));

        assertThat(amongFifty - alone).isLessThan(200);
    }

    @Test
    void theFirstEntryThatSelectsANodeHolds() {
        EffectiveStrategy.ForNode found = EffectiveStrategy.of(config(50), Map.of("pool", "p49"), Map.of());

        assertThat(found.sources()).containsExactly("cluster", "nodeConfigs 'e49'");
    }
}
