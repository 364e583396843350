package io.koordbridge.manager.quota.topology;

import static io.koordbridge.manager.quota.topology.Quotas.annotated;
import static io.koordbridge.manager.quota.topology.Quotas.leaf;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.quota.ElasticQuota;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaWarningsTest {

    private static final String ROOT = "koordinator-root-quota";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "namespaces | research | an array of texts such as [\"a\"]",
                "namespaces | [1] | an array of texts such as [\"a\"]",
                "admission | cpu | an object of quantities such as {\"cpu\": 4}",
                "child-request | {\"cpu\": \"x\"} | an object of quantities such as {\"cpu\": 4}",
                "guaranteed | [] | an object of quantities such as {\"cpu\": 4}"
            })
    void anAnnotationThatNobodyCanReadIsNamed(String key, String text, String allowed) {
        assertThat(QuotaWarnings.of(null, annotated(leaf("a", ROOT, 1), key, text)))
                .singleElement()
                .asString()
                .startsWith("quota a, not taken: annotation quota.scheduling.koordinator.sh/" + key + " = " + text
                        + ", allowed: " + allowed);
    }

    @Test
    void aSwitchThatIsNeitherOnNorOffIsNamed() {
        ElasticQuota quota = leaf("a", ROOT, 1);
        quota.getMetadata().getLabels().put("quota.scheduling.koordinator.sh/is-parent", "yes");

        assertThat(QuotaWarnings.of(null, quota))
                .containsExactly("quota a, not taken: label quota.scheduling.koordinator.sh/is-parent = yes,"
                        + " allowed: true, false");
    }

    @Test
    void whatWasSoBeforeIsNotToldAgain() {
        ElasticQuota before = annotated(leaf("a", ROOT, 1), "namespaces", "research");
        ElasticQuota after = annotated(leaf("a", ROOT, 2), "namespaces", "research");

        assertThat(QuotaWarnings.of(before, after)).isEmpty();
        assertThat(QuotaWarnings.of(null, annotated(leaf("a", ROOT, 1), "namespaces", "[\"research\"]")))
                .isEmpty();
    }
}
