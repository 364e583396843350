package io.koordbridge.koordlet.cluster.override;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.annotation.AnnotationCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverrideKeysTest {
    private static final OverrideKey<Integer> PERCENT =
            new OverrideKey<>("example.org/percent", "a whole number", Integer::valueOf);
    private static final OverrideKey<String> WORD = new OverrideKey<>("example.org/word", "a word", text -> text);

    private final List<String> problems = new ArrayList<>();

    private static Pod pod(Map<String, String> annotations) {
        return new PodBuilder()
                .withNewMetadata()
                .withName("web")
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }

    private Overrides decode(Map<String, String> annotations) {
        return new OverrideKeys(List.of(PERCENT, WORD, PERCENT)).decode("Pod/d/web", pod(annotations), problems::add);
    }

    @Test
    void decodesWhatThePodHasAndNothingElse() {
        Overrides found = decode(Map.of("example.org/percent", "40", "other", "x"));

        assertThat(found.get(PERCENT)).hasValue(40);
        assertThat(found.get(WORD)).isEmpty();
        assertThat(found.texts()).containsOnlyKeys("example.org/percent");
        assertThat(decode(Map.of("other", "x"))).isSameAs(Overrides.NONE);
        assertThat(problems).isEmpty();
    }

    @Test
    void aTextThatIsNoValueCountsAsAbsentAndIsNamed() {
        Overrides found = decode(Map.of("example.org/percent", "much", "example.org/word", "w"));

        assertThat(found.get(PERCENT)).isEmpty();
        assertThat(found.get(WORD)).hasValue("w");
        assertThat(problems)
                .containsExactly("Pod/d/web: annotation example.org/percent = 'much': want a whole number;"
                        + " it counts as absent");
    }

    @Test
    void aTextThatIsTooLongCountsAsAbsentAndIsNamed() {
        Overrides found = decode(Map.of("example.org/word", "w".repeat(AnnotationCodec.LONGEST + 1)));

        assertThat(found).isSameAs(Overrides.NONE);
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith("Pod/d/web: annotation example.org/word = 'www")
                .endsWith("allowed are 16384; it counts as absent");
    }

    @Test
    void twoKeysOfOneAnnotationAreRejected() {
        OverrideKey<String> other = new OverrideKey<>("example.org/word", "a word", text -> text);

        assertThatThrownBy(() -> new OverrideKeys(List.of(WORD, other)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two keys read annotation example.org/word, want one");
    }
}
