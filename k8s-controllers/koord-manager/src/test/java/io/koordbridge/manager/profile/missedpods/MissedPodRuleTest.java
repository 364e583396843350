package io.koordbridge.manager.profile.missedpods;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.koordbridge.admission.mutation.CompiledProfile;
import io.koordbridge.api.config.ClusterColocationProfile;
import io.koordbridge.manager.profile.missedpods.MissedPodRule.Finding;
import io.koordbridge.manager.server.webhook.WebhookScope;
import io.koordbridge.testkit.conformance.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MissedPodRuleTest {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Instant CREATED = Instant.parse("2026-01-02T00:00:00Z");
    private static final String BATCH = """
        metadata: {name: batch, creationTimestamp: "2026-01-01T00:00:00Z"}
        spec:
          selector: {matchLabels: {job: batch}}
          labels: {a: b}
          qosClass: BE
          priorityClassName: koord-batch
          schedulerName: koord-scheduler
        """;

    private static TimedProfile profile(String yaml) {
        try {
            JsonNode tree = YAML.readTree(yaml);
            return TimedProfile.of(CompiledProfile.of(Json.as(tree, ClusterColocationProfile.class)));
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalArgumentException(yaml, e);
        }
    }

    private static PodFacts pod(Map<String, String> labels, String scheduler, String priorityClass) {
        return new PodFacts("team", "p", "u", CREATED, labels, Map.of(), scheduler, priorityClass, false);
    }

    private static Finding judge(PodFacts pod, String... profiles) {
        return judge(pod, Map.of(), profiles);
    }

    private static Finding judge(PodFacts pod, Map<String, String> namespaceLabels, String... profiles) {
        List<TimedProfile> all =
                Stream.of(profiles).map(MissedPodRuleTest::profile).toList();
        return new MissedPodRule(all, new WebhookScope("koordinator-system", Set.of("db")))
                .judge(pod, namespaceLabels)
                .finding();
    }

    private static final PodFacts BARE = pod(Map.of("job", "batch"), "default-scheduler", "");
    private static final PodFacts CHANGED =
            pod(Map.of("job", "batch", "a", "b", "koordinator.sh/qosClass", "BE"), "koord-scheduler", "koord-batch");

    @Test
    void aMatchingPodWithoutAnyMarkWasMissed() {
        assertThat(judge(BARE, BATCH)).isEqualTo(Finding.MISSED);
        assertThat(judge(CHANGED, BATCH)).isEqualTo(Finding.FINE);
        assertThat(judge(pod(Map.of("job", "web"), "", ""), BATCH)).isEqualTo(Finding.FINE);
        assertThat(judge(BARE)).isEqualTo(Finding.FINE);
    }

    @Test
    void aPodThatOnlyNamesTheSchedulerByItselfWasMissedToo() {
        assertThat(judge(pod(Map.of("job", "batch"), "koord-scheduler", ""), BATCH))
                .isEqualTo(Finding.MISSED);
    }

    @Test
    void aLabelThatSomebodyChangedLaterIsNoMiss() {
        PodFacts edited = pod(
                Map.of("job", "batch", "a", "c", "koordinator.sh/qosClass", "BE"), "koord-scheduler", "koord-batch");

        assertThat(judge(edited, BATCH)).isEqualTo(Finding.FINE);
    }

    @Test
    void aPodOlderThanTheProfileOrItsLastChangeIsNoMiss() {
        assertThat(judge(BARE, BATCH.replace("2026-01-01", "2026-01-03"))).isEqualTo(Finding.FINE);
        String edited = BATCH.replace("creationTimestamp:", """
            managedFields: [{time: "2026-01-05T00:00:00Z"}], creationTimestamp:\
            """);
        assertThat(judge(BARE, edited)).isEqualTo(Finding.FINE);
        String reported = edited.replace("{time:", "{subresource: status, time:");
        assertThat(judge(BARE, reported)).isEqualTo(Finding.MISSED);
    }

    @Test
    void aNamespaceThatTheChartDoesNotRegisterDoesNotCount() {
        assertThat(judge(BARE, Map.of("control-plane", "controller-manager"), BATCH))
                .isEqualTo(Finding.FINE);
    }

    @Test
    void excludedNamespacesAndOptOutsDoNotCount() {
        PodFacts system = new PodFacts("kube-system", "p", "u", CREATED, BARE.labels(), Map.of(), "", "", false);
        PodFacts excluded = new PodFacts("db", "p", "u", CREATED, BARE.labels(), Map.of(), "", "", false);
        PodFacts own = new PodFacts("koordinator-system", "p", "u", CREATED, BARE.labels(), Map.of(), "", "", false);
        PodFacts over = new PodFacts("team", "p", "u", CREATED, BARE.labels(), Map.of(), "", "", true);
        PodFacts optedOut = pod(Map.of("job", "batch", "koordbridge.io/skip-colocation", "true"), "", "");

        for (PodFacts pod : List.of(system, excluded, own, over, optedOut)) {
            assertThat(judge(pod, BATCH)).as(pod.key()).isEqualTo(Finding.FINE);
        }
        assertThat(judge(BARE, Map.of("koordbridge.io/skip-colocation", "true"), BATCH))
                .isEqualTo(Finding.FINE);
    }

    @Test
    void anUnknownNamespaceIsNotJudgedYet() {
        assertThat(new MissedPodRule(List.of(profile(BATCH)), new WebhookScope("own", Set.of()))
                        .judge(BARE, null)
                        .finding())
                .isEqualTo(Finding.UNKNOWN);
    }

    @Test
    void profilesThatDrawLotsAllowNoConclusion() {
        assertThat(judge(BARE, BATCH + "  probability: 50%")).isEqualTo(Finding.UNDECIDED);
        assertThat(judge(BARE, BATCH + "  probability: 99%")).isEqualTo(Finding.MISSED);
        assertThat(judge(BARE, BATCH + "  probability: 0")).isEqualTo(Finding.FINE);
        assertThat(judge(BARE, BATCH + "  probability: -1")).isEqualTo(Finding.FINE);
        assertThat(judge(BARE, BATCH + "  probability: 100")).isEqualTo(Finding.MISSED);
    }

    @Test
    void laterProfilesWinAndPatchesCount() {
        String later = """
            metadata: {name: z, creationTimestamp: "2026-01-01T00:00:00Z"}
            spec:
              qosClass: LS
              patch: {spec: {schedulerName: other, priorityClassName: null}, metadata: {labels: {a: null}}}
              labelKeysMapping: {job: kind}
            """;
        PodFacts both =
                pod(Map.of("job", "batch", "koordinator.sh/qosClass", "LS", "kind", "batch"), "other", "koord-batch");

        assertThat(judge(both, BATCH, later)).isEqualTo(Finding.FINE);
        assertThat(judge(CHANGED, BATCH, later)).isEqualTo(Finding.MISSED);
    }

    @Test
    void selectorsOfNamespacesCountAndBrokenOnesMatchNobody() {
        String named = BATCH + "  namespaceSelector: {matchLabels: {tier: low}}";

        assertThat(judge(BARE, Map.of("tier", "low"), named)).isEqualTo(Finding.MISSED);
        assertThat(judge(BARE, Map.of("tier", "high"), named)).isEqualTo(Finding.FINE);
        assertThat(judge(BARE, BATCH + "  namespaceSelector: {matchExpressions: [{key: x, operator: Wrong}]}"))
                .isEqualTo(Finding.FINE);
    }

    @Test
    void aPatchOfTheSpecificationAllowsNoConclusion() {
        String patching = """
            metadata: {name: z, creationTimestamp: "2026-01-01T00:00:00Z"}
            spec:
              selector: {matchLabels: {job: batch}}
              patch: {spec: {nodeSelector: {pool: batch}}}
            """;

        assertThat(judge(BARE, patching)).isEqualTo(Finding.FINE);
        assertThat(judge(BARE, patching, BATCH)).isEqualTo(Finding.MISSED);
        assertThat(judge(CHANGED, patching, BATCH)).isEqualTo(Finding.FINE);
        assertThat(judge(BARE, patching + "  probability: 50%")).isEqualTo(Finding.UNDECIDED);
    }
}
