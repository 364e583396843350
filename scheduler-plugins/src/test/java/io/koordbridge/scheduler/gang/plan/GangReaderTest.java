package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.api.podgroup.PodGroupSpec;
import io.koordbridge.protocol.Annotations;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GangReaderTest {

    private static final Duration DEFAULT = Duration.ofMinutes(10);

    @ParameterizedTest
    @ValueSource(strings = {"[\"jobs/a\"", "{}", "[1]", "[]", "\"jobs/a\"", "null"})
    void groupsThatCannotBeReadAreTheGangItself(String groups) {
        assertThat(spec(Annotations.GANG_GROUPS, groups).group()).containsExactly("jobs/g");
    }

    @ParameterizedTest
    @CsvSource({"30s, 30", "1m30s, 90", "-5s, 600", "0s, 600", "soon, 600", "5, 600"})
    void aWaitingTimeThatIsNoDurationIsTheDefault(String text, long seconds) {
        assertThat(spec(Annotations.GANG_WAITING_TIME, text).patience()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two", "2.5", "99999999999999999999"})
    void aMinimumThatIsNoNumberDeclaresNoGang(String minimum) {
        Pod pod = pod(Annotations.GANG_MIN_AVAILABLE, minimum);

        assertThat(GangReader.declaredBy(pod, "jobs/g", DEFAULT)).isEmpty();
    }

    @Test
    void minimaBeyondEveryGangAreKeptAsTheyAre() {
        PodGroup group = new PodGroup();
        group.getMetadata().setName("g");
        group.setSpec(new PodGroupSpec(1L << 31, null, -1L));

        assertThat(GangReader.declaredBy(group, DEFAULT).minimum()).isEqualTo(1L << 31);
        assertThat(GangReader.declaredBy(group, DEFAULT).patience()).isEqualTo(DEFAULT);
        group.setSpec(null);
        assertThat(GangReader.declaredBy(group, DEFAULT).minimum()).isZero();
    }

    @Test
    void aPodWithoutANameOfAGangHasNone() {
        assertThat(GangReader.gangOf(
                        new PodBuilder().withNewMetadata().endMetadata().build()))
                .isEmpty();
        assertThat(GangReader.gangOf(pod(Annotations.GANG_MODE, "Strict"))).isEqualTo(Optional.of("jobs/g"));
    }

    private static GangSpec spec(String annotation, String value) {
        return GangReader.declaredBy(pod(annotation, value), "jobs/g", DEFAULT).orElseThrow();
    }

    private static Pod pod(String annotation, String value) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("jobs")
                .withName("p")
                .addToAnnotations(Annotations.GANG_NAME, "g")
                .addToAnnotations(Annotations.GANG_MIN_AVAILABLE, "2")
                .addToAnnotations(annotation, value)
                .endMetadata()
                .build();
    }
}
