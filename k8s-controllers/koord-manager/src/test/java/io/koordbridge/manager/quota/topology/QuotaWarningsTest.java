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
                "namespaces | research | : 'research'; allowed: an array of texts such as [\"a\"]",
                "namespaces | [1] | , field [0]: '1'; allowed: an array of texts such as [\"a\"]",
                "admission | cpu | : 'cpu'; allowed: an object of quantities such as {\"cpu\": 4}",
                "child-request | {\"cpu\": \"x\"} | , field cpu: 'x'; allowed: an amount such as 4, 500m or 2Gi",
                "guaranteed | [] | : '[]'; allowed: an object of quantities such as {\"cpu\": 4}"
            },
            quoteCharacter = '^')
    void anAnnotationThatCannotBeReadIsNamed(String key, String text, String problem) {
        assertThat(QuotaWarnings.of(null, annotated(leaf("a", ROOT, 1), key, text)))
                .containsExactly("quota a, not taken: invalid quota.scheduling.koordinator.sh/" + key + problem);
    }

    @Test
    void aSwitchThatIsNeitherOnNorOffIsNamed() {
        ElasticQuota quota = leaf("a", ROOT, 1);
        quota.getMetadata().getLabels().put("quota.scheduling.koordinator.sh/is-parent", "yes");

        assertThat(QuotaWarnings.of(null, quota))
                .containsExactly("quota a, not taken: invalid label quota.scheduling.koordinator.sh/is-parent:"
                        + " 'yes'; allowed: true, false");
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
