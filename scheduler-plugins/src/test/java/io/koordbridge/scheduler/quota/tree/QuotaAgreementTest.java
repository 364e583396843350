package io.koordbridge.scheduler.quota.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.protocol.Annotations;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scheduler's quota of a document is what the one reader says; koord-manager has the same test. */
class QuotaAgreementTest {

    private static final String TEXTS = "io.koordbridge.testkit.documents.OddTexts#";

    @ParameterizedTest
    @MethodSource(TEXTS + "names")
    void namespacesAreThoseOfTheReader(String text) {
        ElasticQuota odd = quota(Annotations.QUOTA_NAMESPACES, text);
        Decoded<List<String>> read = QuotaDocuments.names(odd, Annotations.QUOTA_NAMESPACES);
        QuotaSpec last = read(quota(Annotations.QUOTA_NAMESPACES, "[\"last\"]"), null);

        assertThat(read(odd, null).namespaces()).isEqualTo(read.orElse(List.of()));
        assertThat(read(odd, last).namespaces()).isEqualTo(read.isGood() ? read.orElse(List.of()) : List.of("last"));
        saysTheProblem(odd, read);
    }

    @ParameterizedTest
    @MethodSource(TEXTS + "amounts")
    void weightsAreThoseOfTheReader(String text) {
        ElasticQuota odd = quota(Annotations.QUOTA_SHARED_WEIGHT, text);
        Decoded<ResourceAmounts> read = QuotaDocuments.amounts(odd, Annotations.QUOTA_SHARED_WEIGHT);
        QuotaSpec last = read(quota(Annotations.QUOTA_SHARED_WEIGHT, "{\"cpu\": 3}"), null);
        var given = QuotaReader.vector(read.orElse(ResourceAmounts.NONE).byName());
        var expected = given.isZero() ? Quotas.cpu(8_000) : given;

        assertThat(read(odd, null).weight()).isEqualTo(expected);
        assertThat(read(odd, last).weight()).isEqualTo(read.isGood() ? expected : Quotas.cpu(3_000));
        saysTheProblem(odd, read);
    }

    @Test
    void aSwitchThatIsNeitherStaysAsItWas() {
        ElasticQuota kept = quota("x", "");
        kept.getMetadata().setLabels(Map.of("quota.scheduling.koordinator.sh/allow-lent-resource", "false"));
        ElasticQuota odd = quota("x", "");
        odd.getMetadata().setLabels(Map.of("quota.scheduling.koordinator.sh/allow-lent-resource", "No"));

        assertThat(read(odd, null).lent()).isTrue();
        assertThat(read(odd, read(kept, null)).lent()).isFalse();
        saysTheProblem(odd, QuotaDocuments.switches(odd));
    }

    @Test
    void theTotalOfATreeStaysWhileItCannotBeRead() {
        Map<String, String> labels = Map.of(
                "quota.scheduling.koordinator.sh/is-root", "true", "quota.scheduling.koordinator.sh/tree-id", "t");
        ElasticQuota good = quota(Annotations.QUOTA_TOTAL_RESOURCE, "{\"cpu\": 5}");
        good.getMetadata().setLabels(labels);
        ElasticQuota odd = quota(Annotations.QUOTA_TOTAL_RESOURCE, "{\"cpu\": \"5x\"}");
        odd.getMetadata().setLabels(labels);

        assertThat(read(odd, null).tree().total().isZero()).isTrue();
        assertThat(read(odd, read(good, null)).tree().total()).isEqualTo(Quotas.cpu(5_000));
    }

    private static void saysTheProblem(ElasticQuota odd, Decoded<?> read) {
        List<String> problems = QuotaReader.quota(odd, null).problems();
        if (read.isGood()) {
            assertThat(problems).isEmpty();
        } else {
            assertThat(problems).contains(read.problems().get(0).message());
        }
    }

    private static QuotaSpec read(ElasticQuota quota, @Nullable QuotaSpec last) {
        return QuotaReader.quota(quota, last).spec();
    }

    private static ElasticQuota quota(String annotation, String text) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withName("a")
                .withNamespace("ns")
                .addToAnnotations(annotation, text)
                .build());
        quota.setSpec(new ElasticQuotaSpec(Map.of(), Map.of("cpu", new Quantity("8"))));
        return quota;
    }
}
