package io.koordbridge.admission.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.testkit.conformance.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatableMutationTest {

    private static final Instant NOON = Instant.parse("2026-11-28T12:00:00Z");
    private static final String NOTE = "/metadata/annotations/koordbridge.io~1considered-profiles";
    private static final String HALF = "{'probability': '50%', 'labels': {'chosen': 'yes'}}";

    private static JsonNode tree(String json) {
        try {
            return Json.MAPPER.readTree(json.replace('\'', '"'));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private static ObjectNode pod(String queue, String resources) {
        return (ObjectNode) tree("""
                {'metadata': {'labels': {'queue': '%s'}}, 'spec': {'priority': 5500,
                 'containers': [{'name': 'main', 'resources': %s}]}}""".formatted(queue, resources));
    }

    private static ObjectNode call(ObjectNode pod, Instant now, int draw, String... specs) {
        List<CompiledProfile> profiles = new java.util.ArrayList<>();
        for (String spec : specs) {
            JsonNode profile = tree("{'metadata': {'name': 'p%d'}, 'spec': %s}".formatted(profiles.size(), spec));
            profiles.add(CompiledProfile.of(Json.as(profile, ClusterColocationProfile.class)));
        }
        PodMutation.Outcome outcome = RepeatableMutation.mutate(
                new PodMutation.Input(
                        pod,
                        Map.of(),
                        profiles,
                        Map.of(),
                        profile -> draw,
                        PodMutation.Gates.NONE,
                        quota -> Optional.empty()),
                now);
        assertThat(outcome.refusal()).isNull();
        return outcome.pod();
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 90})
    void aSecondCallDrawsNoLotAgain(int draw) {
        ObjectNode first = call(pod("q", "{}"), NOON, draw, HALF);

        ObjectNode second = call(first, NOON.plusSeconds(5), 100 - draw, HALF);

        assertThat(first.at("/metadata/labels").has("chosen")).isEqualTo(draw <= 50);
        assertThat(second).isEqualTo(first);
        assertThat(first.at(NOTE).asText()).isEqualTo("2026-11-28T12:00:00Z p0");
    }

    @Test
    void aProfileThatIsTheSameTwiceLeavesNoNote() {
        ObjectNode first = call(pod("q", "{}"), NOON, 0, "{'labelSuffixes': {'queue': '-be'}}");

        assertThat(first.at("/metadata/labels/queue").asText()).isEqualTo("q-be");
        assertThat(first.at("/metadata").has("annotations")).isFalse();
        assertThat(call(first, NOON, 0, "{'labelSuffixes': {'queue': '-be'}}")).isEqualTo(first);
    }

    @Test
    void twoSuffixesOfOneLabelStayAsTheyAre() {
        String[] profiles = {"{'labelSuffixes': {'queue': '-a'}}", "{'labelSuffixes': {'queue': '-b'}}"};
        ObjectNode first = call(pod("q", "{}"), NOON, 0, profiles);

        assertThat(first.at("/metadata/labels/queue").asText()).isEqualTo("q-a-b");
        assertThat(call(first, NOON.plusSeconds(1), 0, profiles)).isEqualTo(first);
    }

    @Test
    void aProfileThatMatchesOnlyTheChangedPodIsNotAppliedToIt() {
        String[] profiles = {
            "{'labels': {'stage': 'one'}}",
            "{'selector': {'matchLabels': {'stage': 'one'}}, 'labels': {'stage': 'two'}}"
        };
        ObjectNode first = call(pod("q", "{}"), NOON, 0, profiles);

        assertThat(first.at("/metadata/labels/stage").asText()).isEqualTo("one");
        assertThat(call(first, NOON.plusSeconds(1), 0, profiles)).isEqualTo(first);
    }

    @Test
    void aNoteThatWasCopiedFromAnotherPodIsWrittenAnew() {
        ObjectNode copied = call(pod("q", "{}"), NOON, 90, HALF);

        ObjectNode another = call(copied, NOON.plusSeconds(600), 10, HALF);

        assertThat(another.at("/metadata/labels/chosen").asText()).isEqualTo("yes");
        assertThat(another.at(NOTE).asText()).isEqualTo("2026-11-28T12:10:00Z p0");
        assertThat(call(copied, NOON.plusSeconds(600), 10, "{}").at(NOTE).isMissingNode())
                .isTrue();
    }

    @Test
    void aForgedNoteKeepsNothingAway() {
        ObjectNode pod = pod("q", "{'requests': {'kubernetes.io/batch-cpu': '4k'}}");
        pod.withObject("/metadata/annotations")
                .put("koordbridge.io/considered-profiles", "2026-11-28T12:00:00Z")
                .put("scheduling.koordinator.sh/resource-status", "{'cpuset': '0-3'}")
                .put("node.koordinator.sh/extended-resource-spec", "{}");

        ObjectNode changed = call(pod, NOON, 0, "{'labels': {'chosen': 'yes'}}");

        assertThat(changed.at("/metadata/labels/chosen").asText()).isEqualTo("yes");
        assertThat(changed.at(NOTE).isMissingNode()).isTrue();
        assertThat(changed.at("/metadata/annotations").has("scheduling.koordinator.sh/resource-status"))
                .isFalse();
        assertThat(changed.at("/metadata/annotations/node.koordinator.sh~1extended-resource-spec")
                        .asText())
                .contains("4k");
    }

    @Test
    void aForgedNoteOfDefaultsTakesNoAmountThatIsNotReplaced() {
        String note = "LimitRanger plugin set: cpu, memory request for container main";
        ObjectNode pod = pod("q", "{'requests': {'cpu': '1', 'memory': '1Gi'}}");
        pod.withObject("/metadata/annotations").put("kubernetes.io/limit-ranger", note);
        ObjectNode prod = pod.deepCopy();
        prod.withObject("/spec").put("priority", 9500);

        assertThat(call(pod, NOON, 0, "{}").at("/spec/containers/0/resources/requests"))
                .isEqualTo(tree("{'kubernetes.io/batch-cpu': '1k', 'kubernetes.io/batch-memory': '1Gi'}"));
        assertThat(call(prod, NOON, 0, "{}").at("/spec/containers/0/resources/requests"))
                .isEqualTo(tree("{'cpu': '1', 'memory': '1Gi'}"));
    }

    @Test
    void anAmountOfABatchContainerThatALimitRangeSetsIsTakenAway() {
        ObjectNode pod = pod(
                "q",
                "{'requests': {'kubernetes.io/batch-cpu': '4k', 'cpu': '100m', 'memory': '1Gi'}, 'limits': {'cpu': '500m'}}");
        pod.withObject("/metadata/annotations")
                .put(
                        "kubernetes.io/limit-ranger",
                        "LimitRanger plugin set: cpu, memory request for container main; cpu limit for container main");

        assertThat(call(pod, NOON, 0, "{}").at("/spec/containers/0/resources"))
                .isEqualTo(tree("{'requests': {'kubernetes.io/batch-cpu': '4k', 'kubernetes.io/batch-memory': '1Gi'},"
                        + " 'limits': {}}"));
    }

    @Test
    void aDefaultLimitDoesNotStayBelowTheRequestOfTheWholePod() {
        ObjectNode pod = pod("q", "{'requests': {'cpu': '100m'}, 'limits': {'cpu': '500m', 'memory': '1Gi'}}");
        ((ObjectNode) pod.path("spec")).set("resources", tree("{'requests': {'cpu': '8'}}"));
        pod.withObject("/metadata/annotations")
                .put(
                        "kubernetes.io/limit-ranger",
                        "LimitRanger plugin set: cpu request for container main; cpu, memory limit for container main");

        assertThat(call(pod, NOON, 0, "{}").at("/spec/containers/0/resources"))
                .isEqualTo(tree("{'requests': {'kubernetes.io/batch-cpu': '8k', 'kubernetes.io/batch-memory': '1Gi'},"
                        + " 'limits': {'kubernetes.io/batch-memory': '1Gi'}}"));
    }
}
