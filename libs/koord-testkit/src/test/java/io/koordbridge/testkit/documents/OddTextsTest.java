package io.koordbridge.testkit.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quota.ElasticQuota;
import org.junit.jupiter.api.Test;

class OddTextsTest {

    @Test
    void mostTextsAreBadAndSomeAreGood() {
        assertThat(OddTexts.names())
                .doesNotHaveDuplicates()
                .filteredOn(text -> !QuotaDocuments.names(quota(text), "x").isGood())
                .hasSizeBetween(15, OddTexts.names().size() - 4);
        assertThat(OddTexts.amounts())
                .doesNotHaveDuplicates()
                .filteredOn(text -> !QuotaDocuments.amounts(quota(text), "x").isGood())
                .hasSizeBetween(15, OddTexts.amounts().size() - 4);
    }

    private static ElasticQuota quota(String text) {
        ElasticQuota quota = new ElasticQuota();
        quota.setMetadata(new ObjectMetaBuilder()
                .withName("q")
                .addToAnnotations("x", text)
                .build());
        return quota;
    }
}
