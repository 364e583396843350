package io.koordbridge.manager.profile.waitingpods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.admission.mutation.CompiledProfile;
import io.koordbridge.admission.mutation.WaitingPodMutation;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.manager.server.webhook.WebhookScope;
import io.koordbridge.testkit.conformance.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WaitingPodsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final WebhookScope SCOPE = new WebhookScope("own", Set.of());

    private static ObjectNode tree(String json) {
        try {
            return (ObjectNode) Json.MAPPER.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private static ClusterColocationProfile profile(String json) {
        return Json.as(tree(json), ClusterColocationProfile.class);
    }

    private static ClusterColocationProfile withSpec(String spec) {
        return profile("{\"metadata\": {\"name\": \"p\"}, \"spec\": " + spec + "}");
    }

    private static Pod pod(String labels) {
        return Json.as(tree("{\"metadata\": {\"namespace\": \"team\", \"labels\": " + labels + "}}"), Pod.class);
    }

    @Test
    void onlyProfilesThatAskTakePartUnlessAllDo() {
        ClusterColocationProfile asking = profile("""
            {"metadata": {"name": "p", "labels": {"config.koordinator.sh/controller-managed": "true"}}, "spec": {}}\
            """);
        ClusterColocationProfile silent = withSpec("{}");
        ClusterColocationProfile going = profile("""
            {"metadata": {"name": "p", "deletionTimestamp": "2026-01-01T00:00:00Z"}, "spec": {}}\
            """);

        assertThat(PendingPods.takesPart(asking, false)).isTrue();
        assertThat(PendingPods.takesPart(silent, false)).isFalse();
        assertThat(PendingPods.takesPart(silent, true)).isTrue();
        assertThat(PendingPods.takesPart(going, true)).isFalse();
    }

    @Test
    void aProfileWithoutSelectorConcernsNobodyAndAnEmptyOneEverybody() {
        assertThat(PendingPods.concerns(CompiledProfile.of(withSpec("{}")), pod("{}"), Map.of(), SCOPE))
                .isFalse();
        assertThat(PendingPods.concerns(CompiledProfile.of(withSpec("{\"selector\": {}}")), pod("{}"), Map.of(), SCOPE))
                .isTrue();
    }

    @Test
    void anUnknownNamespaceMatchesNoSelectorOfNamespaces() {
        String spec = "{\"selector\": {}, \"namespaceSelector\": {\"matchLabels\": {\"a\": \"b\"}}}";

        assertThat(PendingPods.concerns(CompiledProfile.of(withSpec(spec)), pod("{}"), null, SCOPE))
                .isFalse();
        assertThat(PendingPods.concerns(CompiledProfile.of(withSpec(spec)), pod("{}"), Map.of("a", "b"), SCOPE))
                .isTrue();
    }

    @Test
    void podsThatOptOutAreLeftAlone() {
        Pod out = pod("{\"koordbridge.io/skip-colocation\": \"true\"}");

        assertThat(PendingPods.concerns(CompiledProfile.of(withSpec("{\"selector\": {}}")), out, Map.of(), SCOPE))
                .isFalse();
    }

    @Test
    void aSuffixIsNotAppendedTwice() {
        ClusterColocationProfile profile = withSpec("""
            {"labels": {"tier": "low"}, "labelSuffixes": {"app": "-x", "tier": "-y"}, "labelKeysMapping": {"app": "name"},
             "koordinatorPriority": 7, "schedulerName": "s", "patch": {"metadata": {"annotations": {"n": "1"}}}}\
            """);
        ObjectNode pod = tree("{\"metadata\": {\"labels\": {\"app\": \"web\"}}, \"spec\": {\"containers\": []}}");

        ObjectNode patch = WaitingPodMutation.mutate(profile, pod, 0).mergePatch();

        assertThat(patch).isEqualTo(tree("""
            {"metadata": {"labels": {"app": "web-x", "tier": "low-y", "name": "web", "koordinator.sh/priority": "7"},
             "annotations": {"n": "1"}}}\
            """));
        ObjectNode labels = (ObjectNode) patch.at("/metadata/labels");
        ObjectNode after = pod.deepCopy();
        after.withObject("/metadata/labels").setAll(labels);
        after.withObject("/metadata/annotations").put("n", "1");
        assertThat(WaitingPodMutation.mutate(profile, after, 0).mergePatch().at("/metadata/labels/app"))
                .isEmpty();
    }

    @Test
    void lotsAreDrawnAndBrokenPatchesRefused() {
        ObjectNode pod = tree("{\"metadata\": {}, \"spec\": {}}");

        assertThat(WaitingPodMutation.mutate(
                                withSpec("{\"labels\": {\"a\": \"b\"}, \"probability\": \"50%\"}"), pod, 51)
                        .mergePatch())
                .isEmpty();
        assertThat(WaitingPodMutation.mutate(withSpec("{\"patch\": {\"spec\": {\"$patch\": \"?\"}}}"), pod, 0)
                        .refusal())
                .contains("$patch");
    }

    @Test
    void theBucketRefillsUpToItsBurst() {
        TokenBucket bucket = TokenBucket.full(10, 2, NOW).taken().taken();

        assertThat(bucket.isEmpty()).isTrue();
        assertThat(bucket.refilled(NOW.plusMillis(99)).isEmpty()).isTrue();
        assertThat(bucket.refilled(NOW.plusMillis(100)).isEmpty()).isFalse();
        assertThat(bucket.refilled(NOW.plusSeconds(60)).tokens()).isEqualTo(2);
        assertThat(bucket.refilled(NOW.minusSeconds(60)).tokens()).isZero();
    }

    @Test
    void aPodIsLeftAloneForFiveMinutes() {
        HandledPods.Key key = new HandledPods.Key("p/1", "uid");
        HandledPods handled = HandledPods.NONE.with(List.of(key), NOW);

        assertThat(handled.contains(key)).isTrue();
        assertThat(handled.contains(new HandledPods.Key("p/2", "uid"))).isFalse();
        assertThat(handled.with(List.of(), NOW.plus(Duration.ofMinutes(4))).contains(key))
                .isTrue();
        assertThat(handled.with(List.of(), NOW.plus(Duration.ofMinutes(5))).contains(key))
                .isFalse();
    }
}
