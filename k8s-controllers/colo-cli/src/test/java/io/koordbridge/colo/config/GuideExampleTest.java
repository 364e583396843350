package io.koordbridge.colo.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import io.koordbridge.sloconfig.nodeslo.NodeSloRenderer;
import io.koordbridge.sloconfig.nodeslo.SloConfig;
import io.koordbridge.sloconfig.review.ConfigReview;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worked example of the configuration guide does what the guide says. */
class GuideExampleTest {

    private static final Path GUIDE = Path.of("../../docs/guide/configuration.md");

    private Map<String, String> data;

    @BeforeEach
    void read() throws IOException {
        String guide = Files.readString(GUIDE);
        int begin = guide.indexOf("```yaml\n") + "```yaml\n".length();
        data = ConfigFile.read(guide.substring(begin, guide.indexOf("```", begin)))
                .get(0)
                .data();
    }

    @Test
    void hasNothingThatCouldBeBetter() {
        assertThat(data).hasSize(2);
        assertThat(ConfigReview.of(data)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "web   |     | {}                                                    | true  | 65 | 70 | 65",
                "night |     | {}                                                    | true  | 80 | 70 | 75",
                "night | 0.5 | {}                                                    | true  | 50 | 70 | 75",
                "database |  | {}                                                    | false | 65 | 70 | 65",
                "database |  | {\"enable\": true, \"memoryReclaimThresholdPercent\": 40} | true  | 65 | 40 | 65"
            })
    void givesEachNodeWhatTheTableSays(
            String pool, String ratio, String annotation, boolean offers, long cpu, long memory, long suppression) {
        Map<String, String> labels = ratio == null
                ? Map.of("pool", pool)
                : Map.of("pool", pool, "node.koordinator.sh/cpu-reclaim-ratio", ratio);
        Map<String, String> annotations = Map.of("node.koordinator.sh/colocation-strategy", annotation);

        EffectiveStrategy.ForNode node = EffectiveStrategy.of(
                ColocationConfigReader.next(ColocationConfigReader.State.INITIAL, data)
                        .state()
                        .config(),
                labels,
                annotations);
        long threshold = NodeSloRenderer.render(
                        SloConfig.next(SloConfig.State.INITIAL, data).state(),
                        labels,
                        annotations,
                        MissingNode.getInstance())
                .at("/resourceUsedThresholdWithBE/cpuSuppressThresholdPercent")
                .asLong();

        assertThat(node.nodeEnabled()).isEqualTo(offers);
        assertThat(node.strategy().cpuReclaimThresholdPercent()).isEqualTo(cpu);
        assertThat(node.strategy().memoryReclaimThresholdPercent()).isEqualTo(memory);
        assertThat(threshold).isEqualTo(suppression);
    }
}
