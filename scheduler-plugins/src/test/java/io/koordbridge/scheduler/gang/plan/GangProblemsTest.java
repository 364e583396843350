package io.koordbridge.scheduler.gang.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.koordbridge.api.podgroup.PodGroup;
import io.koordbridge.api.podgroup.PodGroupSpec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GangProblemsTest {

    private static PodGroup group(@Nullable Long minimum, Map<String, String> annotations) {
        PodGroup group = new PodGroup();
        group.getMetadata().setNamespace("jobs");
        group.getMetadata().setName("g");
        group.getMetadata().setAnnotations(annotations);
        group.setSpec(new PodGroupSpec(minimum, null, null));
        return group;
    }

    private static Pod pod(Map<String, String> annotations) {
        return new PodBuilder()
                .withNewMetadata()
                .withAnnotations(annotations)
                .endMetadata()
                .build();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 1L << 31, Long.MIN_VALUE})
    void aMinimumThatNoGangCanHaveIsNamedWithItsRange(long minimum) {
        assertThat(GangProblems.of(group(minimum, Map.of())))
                .containsExactly("spec.minMember = " + minimum + ", allowed: 1 to 2147483647");
    }

    @Test
    void aMissingMinimumIsNamed() {
        assertThat(GangProblems.of(group(null, Map.of())))
                .containsExactly("spec.minMember = null, allowed: 1 to 2147483647");
    }

    @Test
    void whatCanBeUsedHasNoProblem() {
        Map<String, String> good = Map.of(
                Annotations.GANG_MODE, "NonStrict",
                Annotations.GANG_MATCH_POLICY, "only-waiting",
                Annotations.GANG_TOTAL, "4",
                Annotations.GANG_GROUPS, "[\"jobs/g\",\"jobs/h\"]");

        assertThat(GangProblems.of(group(3L, good))).isEmpty();
        assertThat(GangProblems.ofPod(pod(good))).isEmpty();
        assertThat(GangProblems.ofPod(pod(Map.of()))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mode | strict | NonStrict, Strict",
                "match-policy | all | once-satisfied, only-waiting, waiting-and-running",
                "total-number | 2 | a whole number of at least the minimum",
                "total-number | many | a whole number of at least the minimum",
            })
    void eachAnnotationIsNamedWithItsValueAndWhatIsAllowed(String name, String value, String allowed) {
        String key = "gang.scheduling.koordinator.sh/" + name;

        assertThat(GangProblems.of(group(3L, Map.of(key, value))))
                .containsExactly("annotation " + key + " = " + value + ", allowed: " + allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"jobs/g\"", "{}", "[1]"})
    void aGroupThatCannotBeReadIsNamedWithWhatIsAllowed(String value) {
        assertThat(GangProblems.of(group(3L, Map.of(Annotations.GANG_GROUPS, value))))
                .singleElement()
                .asString()
                .startsWith("invalid " + Annotations.GANG_GROUPS + ": '" + value
                        + "'; allowed: a JSON array of at most 100 texts such as [\"jobs/a\",\"jobs/b\"]");
    }

    @ParameterizedTest
    @CsvSource({"min-available, 0", "min-available, two", "waiting-time, soon", "waiting-time, -5s"})
    void annotationsOfPodsAreLookedAtAsWell(String name, String value) {
        String key = "gang.scheduling.koordinator.sh/" + name;

        assertThat(GangProblems.ofPod(pod(Map.of(key, value))))
                .singleElement()
                .asString()
                .contains(key + " = " + value + ", allowed: ");
    }

    @Test
    void aLabelWithoutAMinimumIsNamed() {
        Pod pod = pod(Map.of(Annotations.GANG_MIN_AVAILABLE, "2", Annotations.GANG_TOTAL, "3"));
        pod.getMetadata().setLabels(Map.of(Labels.GANG_MIN_AVAILABLE, "two"));
        assertThat(GangProblems.ofPod(pod))
                .containsExactly("label " + Labels.GANG_MIN_AVAILABLE + " = two, allowed: 1 to 2147483647");

        pod.getMetadata().setLabels(Map.of(Labels.GANG_MIN_AVAILABLE, "4"));
        assertThat(GangProblems.ofPod(pod)).singleElement().asString().contains(Annotations.GANG_TOTAL + " = 3");
    }

    @Test
    void aGroupOfTenThousandGangsIsNoneAndItsNameStaysShort() {
        String names = IntStream.range(0, 10_000)
                .mapToObj(i -> "\"jobs/g" + i + "\"")
                .collect(Collectors.joining(",", "[", "]"));
        PodGroup group = group(3L, Map.of(Annotations.GANG_GROUPS, names));

        assertThat(GangProblems.of(group))
                .singleElement()
                .asString()
                .hasSizeLessThan(300)
                .contains("groups: '[");
        assertThat(GangReader.declaredBy(group, Duration.ofMinutes(1)).group()).containsExactly("jobs/g");
    }

    @Test
    void gangsThatNameThemselvesOrEachOtherAreOneGroup() {
        GangBook book = new GangBook();
        for (String name : List.of("a", "b")) {
            PodGroup group = group(1L, Map.of(Annotations.GANG_GROUPS, "[\"jobs/b\",\"jobs/a\",\"jobs/a\"]"));
            group.getMetadata().setName(name);
            assertThat(GangProblems.of(group)).isEmpty();
            book.groupSeen("jobs/" + name, GangReader.declaredBy(group, Duration.ofMinutes(1)));
        }

        assertThat(book.groupOf("jobs/a")).hasSize(2);
        assertThat(book.entry("jobs/a")).isEqualTo(GangEntry.NOT_ENOUGH_PODS);
    }

    @Test
    void aPodGroupThatTurnsBadLeavesWhatHeldAndSaysSo() {
        GangBook book = new GangBook();
        List<String> events = new ArrayList<>();
        GangFeed feed = new GangFeed(book, Duration.ofMinutes(1), new GangFeed.Groups() {
            @Override
            public void seen(PodGroup group, List<String> problems) {
                events.add(String.join("; ", problems));
            }

            @Override
            public void gone(PodGroup names) {}
        });

        feed.groupSeen(group(3L, Map.of()));
        feed.groupSeen(group(-1L, Map.of()));

        assertThat(book.find("jobs/g").map(GangBook.Snapshot::spec).map(GangSpec::minimum))
                .isEqualTo(Optional.of(3L));
        assertThat(events).containsExactly("", "spec.minMember = -1, allowed: 1 to 2147483647");
        feed.groupSeen(group(2L, Map.of()));
        assertThat(book.find("jobs/g").map(GangBook.Snapshot::spec).map(GangSpec::minimum))
                .isEqualTo(Optional.of(2L));
    }
}
