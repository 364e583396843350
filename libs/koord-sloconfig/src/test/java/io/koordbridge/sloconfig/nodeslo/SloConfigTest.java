package io.koordbridge.sloconfig.nodeslo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.sloconfig.nodeslo.SloConfig.State;
import io.koordbridge.sloconfig.nodeslo.SloConfig.Step;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SloConfigTest {

    private static final String KEY = SloKey.THRESHOLD.key();
    private static final Map<String, String> GOOD =
            Map.of(KEY, "{\"clusterStrategy\": {\"enable\": true, \"cpuSuppressThresholdPercent\": 71}}");
    private static final Map<String, String> BROKEN = Map.of(KEY, "{", SloKey.HOST_APPLICATIONS.key(), "[]");

    @Test
    void aTextThatWasBrokenSinceTheStartLeavesItsPartOfAnObjectAsItIs() {
        State restarted = SloConfig.next(State.INITIAL, BROKEN).state();
        ObjectNode shown = rendered(SloConfig.next(State.INITIAL, GOOD).state());

        ObjectNode kept = NodeSloRenderer.keeping(rendered(restarted), shown, restarted);

        assertThat(restarted.neverGood()).containsExactlyInAnyOrder(SloKey.THRESHOLD, SloKey.HOST_APPLICATIONS);
        assertThat(kept).isEqualTo(shown);
        assertThat(kept.at("/resourceUsedThresholdWithBE/cpuSuppressThresholdPercent")
                        .asInt())
                .isEqualTo(71);
    }

    @Test
    void aTextThatBreaksLaterHasALastGoodOne() {
        State good = SloConfig.next(State.INITIAL, GOOD).state();
        Step broken = SloConfig.next(good, BROKEN);

        assertThat(broken.state().neverGood()).isEmpty();
        assertThat(broken.changed()).isFalse();
        assertThat(broken.problems()).hasSize(2);
        assertThat(broken.state().keys()).isEqualTo(good.keys());
    }

    @Test
    void theFirstGoodTextReleasesObjectsEvenWithDefaults() {
        State restarted = SloConfig.next(State.INITIAL, BROKEN).state();

        Step good = SloConfig.next(restarted, Map.of(KEY, "{}"));

        assertThat(good.released()).isTrue();
        assertThat(good.changed()).isFalse();
        assertThat(good.state().neverGood()).isEmpty();
        assertThat(SloConfig.next(restarted, BROKEN).state().neverGood()).hasSize(2);
        assertThat(SloConfig.next(restarted, BROKEN).released()).isFalse();
        assertThat(SloConfig.next(restarted, BROKEN).changed()).isFalse();
    }

    private static ObjectNode rendered(State config) {
        return NodeSloRenderer.render(config, Map.of(), Map.of(), JsonNodeFactory.instance.objectNode());
    }
}
