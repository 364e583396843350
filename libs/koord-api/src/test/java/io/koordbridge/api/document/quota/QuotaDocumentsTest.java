package io.koordbridge.api.document.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.WellKnown;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class QuotaDocumentsTest {

    private static final String GOOD = "";
    private static final String ARRAY = "allowed: an array of texts";
    private static final String OBJECT = "allowed: an object of quantities";
    private static final String AMOUNT = "allowed: an amount";

    /** Text, value (null for none), words of the only problem (empty without one). */
    static Stream<Arguments> names() {
        return Stream.of(
                arguments("[\"team-a\"]", List.of("team-a"), GOOD),
                arguments("[\"b\", \"a\", \"b\"]", List.of("b", "a", "b"), GOOD),
                arguments("[\"команда\"]", List.of("команда"), GOOD),
                arguments(" [ ] ", List.of(), GOOD),
                arguments("", null, GOOD),
                arguments("null", null, GOOD),
                arguments("{\"x\":\"team-a\"}", null, "namespaces: '{\"x\":\"team-a\"}'; " + ARRAY),
                arguments("[null]", null, "field [0]: 'null'; " + ARRAY),
                arguments("[1,2]", null, "field [0]: '1'; " + ARRAY),
                arguments("\"team-a\"", null, ARRAY),
                arguments("team-a", null, "namespaces: 'team-a'; " + ARRAY),
                arguments("[\"a\", \"\"]", null, "field [1]: ''; " + ARRAY),
                arguments("[[\"a\"]]", null, ARRAY),
                arguments("[true]", null, ARRAY),
                arguments("[\"a\"", null, ARRAY),
                arguments("[\"a\"] x", null, ARRAY),
                arguments("[".repeat(5_000), null, ARRAY),
                arguments("\"" + "a".repeat(300_000) + "\"", null, "'300002 characters'; allowed: at most 262144"));
    }

    @ParameterizedTest
    @MethodSource
    void names(String text, @Nullable List<String> value, String problem) {
        Decoded<List<String>> read = QuotaDocuments.names(
                quota(Map.of(Annotations.QUOTA_NAMESPACES, text), Map.of()), Annotations.QUOTA_NAMESPACES);

        assertThat(read.value()).isEqualTo(value);
        hasProblem(read, problem);
    }

    static Stream<Arguments> amounts() {
        return Stream.of(
                arguments("{\"cpu\": 4}", "cpu=4", GOOD),
                arguments("{\"cpu\": \"500m\", \"memory\": \" 1Gi \"}", "cpu=500m,memory=1Gi", GOOD),
                arguments("{\"cpu\": 1, \"cpu\": 2}", "cpu=2", GOOD),
                arguments("{\"cpu\": null}", "cpu=0", GOOD),
                arguments("{\"ядра\": 1}", "ядра=1", GOOD),
                arguments("{}", "", GOOD),
                arguments("", null, GOOD),
                arguments("null", null, GOOD),
                arguments("[]", null, "shared-weight: '[]'; " + OBJECT),
                arguments("\"4\"", null, OBJECT),
                arguments("{\"cpu\": \"8GiB\"}", null, "field cpu: '8GiB'; " + AMOUNT),
                arguments("{\"cpu\": \"\"}", null, "field cpu: ''; " + AMOUNT),
                arguments("{\"cpu\": true}", null, AMOUNT),
                arguments("{\"cpu\": {\"value\": 4}}", null, AMOUNT),
                arguments("{\"cpu\": [4]}", null, AMOUNT),
                arguments("{\"cpu\": \"٤\"}", null, AMOUNT),
                arguments("{\"cpu\": 1e999999999}", null, AMOUNT),
                arguments("{\"cpu\": \"1e999999999\"}", null, AMOUNT),
                arguments("{\"cpu\": \"" + "9".repeat(65) + "\"}", null, AMOUNT),
                arguments("{\"cpu\": -1, \"memory\": 1}", "memory=1", "field cpu: '-1'; allowed: 0 or more"),
                arguments("{\"cpu\": 4", null, OBJECT),
                arguments("{\"cpu\": 4} x", null, OBJECT),
                arguments("{cpu: 4}", null, OBJECT));
    }

    @ParameterizedTest
    @MethodSource
    void amounts(String text, @Nullable String value, String problem) {
        Decoded<ResourceAmounts> read = QuotaDocuments.amounts(
                quota(Map.of(Annotations.QUOTA_SHARED_WEIGHT, text), Map.of()), Annotations.QUOTA_SHARED_WEIGHT);

        assertThat(read.found().map(ResourceAmounts::text).orElse(null)).isEqualTo(value);
        hasProblem(read, problem);
    }

    @Test
    void manyWrongAmountsAreFewProblems() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < 5_000; i++) {
            text.append("\"r").append(i).append("\": \"x\",");
        }
        text.append("\"cpu\": 1}");

        assertThat(QuotaDocuments.amounts(
                                quota(Map.of(Annotations.QUOTA_SHARED_WEIGHT, text.toString()), Map.of()),
                                Annotations.QUOTA_SHARED_WEIGHT)
                        .problems())
                .hasSize(8);
    }

    @Test
    void whatIsWrongInASpecIsLeftOut() {
        ElasticQuota quota = quota(Map.of(), Map.of());
        assertThat(QuotaDocuments.limits(quota)).isEqualTo(Decoded.of(QuotaLimits.NONE));

        Map<String, Quantity> max = new HashMap<>(Map.of("cpu", new Quantity("4"), "memory", new Quantity("-1")));
        max.put("x", null);
        quota.setSpec(new ElasticQuotaSpec(null, max));
        Decoded<QuotaLimits> read = QuotaDocuments.limits(quota);

        assertThat(read.map(limits -> limits.max().text()).value()).isEqualTo("cpu=4");
        assertThat(read.problems())
                .extracting(WireProblem::message)
                .containsExactly(
                        "invalid spec.max, field memory: '-1'; allowed: 0 or more",
                        "invalid spec.max, field x: 'null'; allowed: an amount such as 4, 500m or 2Gi");
    }

    @ParameterizedTest
    @CsvSource({
        "is-parent, true, true, ''",
        "is-parent, false, false, ''",
        "is-parent, '', false, ''",
        "is-parent, True, false, invalid label quota.scheduling.koordinator.sh/is-parent: 'True'; allowed: true",
        "allow-lent-resource, false, false, ''",
        "allow-lent-resource, '', true, ''",
        "allow-lent-resource, no, true, 'no'"
    })
    void switches(String key, String text, boolean value, String problem) {
        ElasticQuota quota = quota(Map.of(), Map.of("quota.scheduling.koordinator.sh/" + key, text));

        Decoded<QuotaSwitches> read = QuotaDocuments.switches(quota);

        assertThat(read.map(key.equals("is-parent") ? QuotaSwitches::isParent : QuotaSwitches::allowLent)
                        .value())
                .isEqualTo(value);
        hasProblem(read, problem);
    }

    @Test
    void onlyTheRootQuotaHasNoParent() {
        ElasticQuota quota = quota(Map.of(), Map.of(Labels.QUOTA_PARENT, ""));
        assertThat(QuotaDocuments.parent(quota)).isEqualTo(WellKnown.ROOT_QUOTA);
        quota.getMetadata().setName(WellKnown.ROOT_QUOTA);
        assertThat(QuotaDocuments.parent(quota)).isEmpty();
        assertThat(QuotaDocuments.treeId(quota)).isEmpty();
    }

    @Test
    void aPodNamesItsQuotaByALabel() {
        var pod = new PodBuilder()
                .withNewMetadata()
                .withLabels(Map.of(Labels.QUOTA_NAME, "a", Labels.QUOTA_PREEMPTIBLE, "False"))
                .endMetadata()
                .build();
        assertThat(QuotaDocuments.ofPod(pod)).isEqualTo("a");
        assertThat(QuotaDocuments.isNonPreemptible(pod)).isFalse();
        pod.getMetadata().setLabels(Map.of(Labels.QUOTA_PREEMPTIBLE, "false"));
        assertThat(QuotaDocuments.ofPod(pod)).isEmpty();
        assertThat(QuotaDocuments.isNonPreemptible(pod)).isTrue();
    }

    private static void hasProblem(Decoded<?> read, String words) {
        if (words.isEmpty()) {
            assertThat(read.problems()).isEmpty();
        } else {
            assertThat(read.problems())
                    .singleElement()
                    .satisfies(problem ->
                            assertThat(problem.message()).contains(words).hasSizeLessThan(300));
        }
    }

    private static ElasticQuota quota(Map<String, String> annotations, Map<String, String> labels) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withName("q")
                .withAnnotations(annotations)
                .withLabels(labels)
                .build());
        return quota;
    }
}
