package io.koordbridge.admission.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.conformance.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodMutationTest {

    private static final String BATCH_POD = """
            {"metadata": {"name": "p"}, "spec": {"priority": 5500,
             "containers": [{"name": "main", "resources": {"requests": {"cpu": "2"}}}]}}""";

    private static PodMutation.Outcome mutate(String pod, String... profiles) {
        return mutate(profile -> 0, pod, profiles);
    }

    private static PodMutation.Outcome mutate(ToIntFunction<String> draws, String pod, String... profiles) {
        return PodMutation.mutate(new PodMutation.Input(
                (ObjectNode) tree(pod),
                Map.of(),
                List.of(profiles).stream()
                        .map(profile -> CompiledProfile.of(Json.as(tree(profile), ClusterColocationProfile.class)))
                        .toList(),
                Map.of(),
                draws,
                PodMutation.Gates.NONE,
                quota -> Optional.empty()));
    }

    private static JsonNode tree(String json) {
        try {
            return Json.MAPPER.readTree(json);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private static String patching(String patch) {
        return "{\"metadata\": {\"name\": \"a\"}, \"spec\": {\"patch\": " + patch + "}}";
    }

    private static String annotated(String annotation) {
        ObjectNode pod = (ObjectNode) tree(BATCH_POD);
        pod.withObject("/metadata/annotations").put("node.koordinator.sh/extended-resource-spec", annotation);
        return pod.toString();
    }

    private static JsonNode requests(PodMutation.Outcome outcome) {
        return outcome.pod().at("/spec/containers/0/resources/requests");
    }

    @Test
    void takesFromAPodWhatOnlySchedulersWrite() {
        ObjectNode pod = (ObjectNode) tree(BATCH_POD);
        ObjectNode annotations = pod.withObject("/metadata/annotations").put("note", "mine");
        Annotations.OF_SCHEDULERS.forEach(key -> annotations.put(key, "{\"cpuset\":\"1-63\"}"));

        assertThat(mutate(pod.toString()).pod().at("/metadata/annotations"))
                .isEqualTo(Json.MAPPER.createObjectNode().put("note", "mine"));
    }

    @Test
    void takesBatchResourcesOfNoContainerFromAPodWhereNobodyWritesThemAnew() {
        ObjectNode pod = (ObjectNode) tree(annotated("{\"containers\":{}}"));

        JsonNode changed = PodMutation.mutate(new PodMutation.Input(
                        pod,
                        Map.of(),
                        List.of(),
                        Map.of(),
                        profile -> 0,
                        new PodMutation.Gates(false, true, false),
                        quota -> Optional.empty()))
                .pod();

        assertThat(changed.at("/metadata/annotations")).isEmpty();
    }

    @Test
    void aProfileWithoutSpecMatchesAndHasResourcesConverted() {
        assertThat(requests(mutate(BATCH_POD, "{\"metadata\": {\"name\": \"a\"}}")))
                .isEqualTo(tree("{\"kubernetes.io/batch-cpu\": \"2k\"}"));
    }

    @Test
    void profilesOfTheSameProbabilityDrawForThemselves() {
        String half = "{\"metadata\": {\"name\": \"%s\"}, \"spec\": {\"probability\": \"50%%\"}}";

        assertThat(IntStream.range(0, 200)
                        .mapToObj(pod -> mutate(
                                profile -> ThreadLocalRandom.current().nextInt(100),
                                BATCH_POD,
                                half.formatted("a"),
                                half.formatted("b")))
                        .map(PodMutation.Outcome::applied)
                        .distinct())
                .containsExactlyInAnyOrder(List.of(), List.of("a"), List.of("b"), List.of("a", "b"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"spec\": {\"terminationGracePeriodSeconds\": 1.5}}",
                "{\"spec\": {\"terminationGracePeriodSeconds\": \"30\"}}",
                "{\"spec\": {\"priority\": 3000000000}}",
                "{\"spec\": {\"hostNetwork\": \"true\"}}",
                "{\"spec\": {\"hostNetwork\": 1}}",
                "{\"spec\": {\"containers\": {\"name\": \"main\"}}}",
                "{\"spec\": {\"containers\": [{\"name\": \"main\", \"args\": \"x\"}]}}",
                "{\"spec\": {\"containers\": [{\"name\": \"main\", \"env\": [{\"name\": \"A\", \"value\": 1}]}]}}",
                "{\"spec\": {\"containers\": [{\"name\": \"main\", \"resources\": {\"limits\": {\"cpu\": \"1x\"}}}]}}",
                "{\"spec\": {\"initContainers\": [{\"name\": \"i\", \"resources\": {\"limits\": {\"cpu\": \"\"}}}]}}",
                "{\"spec\": {\"overhead\": {\"cpu\": \"abc\"}}}",
                "{\"spec\": {\"containers\": [{\"image\": \"no-name\"}]}}",
                "{\"spec\": \"x\"}",
                "{\"metadata\": {\"labels\": {\"a\": 1}}}",
                "{\"metadata\": {\"labels\": \"a\"}}"
            })
    void refusesAPatchWhoseResultIsNoPod(String patch) {
        assertThat(mutate(BATCH_POD, patching(patch)).refusal()).isNotNull();
    }

    @Test
    void takesAmountsOfAPatchThatAreNumbers() {
        String patch =
                "{\"spec\": {\"containers\": [{\"name\": \"main\", \"resources\": {\"requests\": {\"cpu\": 3}}}]}}";

        assertThat(requests(mutate(BATCH_POD, patching(patch))))
                .isEqualTo(tree("{\"kubernetes.io/batch-cpu\": \"3k\"}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"containers\": 1}",
                "{} x",
                "{\"containers\": {\"main\": {\"limits\": {\"a\": \"1x\"}}}}"
            })
    void refusesAPodWhoseAnnotationOfExtendedResourcesCannotBeRead(String annotation) {
        assertThat(mutate(annotated(annotation)).refusal()).contains("extended-resource-spec");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"Containers\": {\"main\": {\"Requests\": {\"kubernetes.io/batch-cpu\": 2000}}}}",
                "{\"containers\": {\"main\": {\"limits\": null, \"requests\": {\"kubernetes.io/batch-cpu\": \"2e3\"}}}}"
            })
    void leavesAnAnnotationOfExtendedResourcesThatSaysTheSame(String annotation) {
        PodMutation.Outcome outcome = mutate(annotated(annotation), "{\"metadata\": {\"name\": \"a\"}, \"spec\": {}}");

        assertThat(outcome.pod()
                        .at("/metadata/annotations/node.koordinator.sh~1extended-resource-spec")
                        .asText())
                .isEqualTo(annotation);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{}", "{\"containers\": null}"})
    void writesNoAnnotationOfExtendedResourcesForAPodWithoutAny(String annotation) {
        PodMutation.Outcome outcome = mutate(annotated(annotation));

        assertThat(outcome.pod()
                        .at("/metadata/annotations/node.koordinator.sh~1extended-resource-spec")
                        .asText())
                .isEqualTo(annotation);
    }

    @Test
    void clearsExtendedResourcesOfAContainerWithoutAny() {
        PodMutation.Outcome outcome = mutate(annotated("{\"containers\": {\"main\": null}}"));

        assertThat(outcome.pod()
                        .at("/metadata/annotations/node.koordinator.sh~1extended-resource-spec")
                        .asText())
                .isEqualTo("{}");
    }

    @Test
    void takesAPercentageOfAnyLength() {
        String probable =
                "{\"metadata\": {\"name\": \"a\"}, \"spec\": {\"labels\": {\"x\": \"y\"}, \"probability\": \"%s\"}}";

        assertThat(mutate(BATCH_POD, probable.formatted("99999999999%")).applied())
                .containsExactly("a");
        assertThat(mutate(BATCH_POD, probable.formatted("-99999999999%")).applied())
                .isEmpty();
        assertThat(mutate(BATCH_POD, probable.formatted("50")).refusal()).contains("N%");
    }
}
