package io.koordbridge.colo.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.config.ClusterColocationProfile;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitRangeJudgeTest {

    private static final ClusterColocationProfile PROFILE = profile("{matchLabels: {colocation: 'yes'}}");

    private static ClusterColocationProfile profile(String selector) {
        return Serialization.unmarshal("""
                apiVersion: config.koordinator.sh/v1alpha1
                kind: ClusterColocationProfile
                metadata: {name: batch}
                spec: {namespaceSelector: %s}
                """.formatted(selector), ClusterColocationProfile.class);
    }

    private static LimitRange range(String item) {
        return Serialization.unmarshal(
                "---\n{metadata: {name: amounts, namespace: jobs}, spec: {limits: [%s]}}".formatted(item),
                LimitRange.class);
    }

    private static Namespace jobs(Map<String, String> labels) {
        return new NamespaceBuilder()
                .withNewMetadata()
                .withName("jobs")
                .withLabels(labels)
                .endMetadata()
                .build();
    }

    private static List<Finding> judge(String item, Map<String, String> labels, ClusterColocationProfile... profiles) {
        return LimitRangeJudge.judge(
                List.of(range(item)), List.of(jobs(labels)), List.of(profiles), Set.of("kube-system"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{type: Container, max: {cpu: 8}}",
                "{type: Container, min: {memory: 64Mi}, default: {cpu: 1}}",
                "{type: Pod, maxLimitRequestRatio: {cpu: 4}}"
            })
    void warnsOfANamespaceWhoseBatchPodsAreRejected(String item) {
        assertThat(judge(item, Map.of("colocation", "yes"), PROFILE))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.level()).isEqualTo(Level.WARN);
                    assertThat(finding.check()).isEqualTo("namespace jobs");
                    assertThat(finding.detail()).contains("amounts has m", " for each ");
                    assertThat(finding.remedy())
                            .contains("kubectl label namespace jobs koordbridge.io/skip-colocation=true");
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{type: Container, default: {cpu: 1, memory: 1Gi}}",
                "{type: Container, max: {ephemeral-storage: 1Gi}}",
                "{type: PersistentVolumeClaim, max: {storage: 1Gi}}"
            })
    void isWellWhereNoBoundConcernsCpuOrMemory(String item) {
        assertThat(judge(item, Map.of("colocation", "yes"), PROFILE))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Level.OK));
    }

    @Test
    void namesNoNamespaceThatTheWebhookNeverCovers() {
        List<Finding> findings = LimitRangeJudge.judge(
                List.of(range("{type: Container, max: {cpu: 8}}")),
                List.of(jobs(Map.of())),
                List.of(profile("{}")),
                Set.of("jobs"));

        assertThat(findings).allMatch(each -> each.level() == Level.OK);
    }

    @Test
    void looksOnlyAtNamespacesWhosePodsAreMutated() {
        String item = "{type: Container, max: {cpu: 8}}";

        assertThat(judge(item, Map.of(), PROFILE)).allMatch(each -> each.level() == Level.OK);
        assertThat(judge(item, Map.of())).allMatch(each -> each.level() == Level.OK);
        assertThat(judge(item, Map.of("colocation", "yes", "koordbridge.io/skip-colocation", "true"), PROFILE))
                .allMatch(each -> each.level() == Level.OK);
        assertThat(judge(item, Map.of(), profile("{matchExpressions: [{key: a, operator: Among}]}")))
                .allMatch(each -> each.level() == Level.OK);
        assertThat(judge(item, Map.of(), profile("{}"))).allMatch(each -> each.level() == Level.WARN);
    }
}
