package io.koordbridge.manager.quota.topology;

import static io.koordbridge.manager.quota.topology.Quotas.annotated;
import static io.koordbridge.manager.quota.topology.Quotas.leaf;
import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.WellKnown;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manager's quota of a document is what the one reader says; koord-scheduler has the same test. */
class QuotaAgreementTest {

    private static final String TEXTS = "io.koordbridge.testkit.documents.OddTexts#";

    private final MetricRegistry metrics = new MetricRegistry();
    private final KubernetesClient unused =
            new KubernetesClientBuilder().withConfig(Config.empty()).build();
    private final QuotaView view =
            new QuotaView(new ListWatchSource(unused, metrics), new QuotaMetrics(metrics), QuotaNamespaces.EVERY);

    @AfterEach
    void stop() {
        view.close();
        unused.close();
    }

    @ParameterizedTest
    @MethodSource(TEXTS + "names")
    void namespacesAreThoseOfTheReader(String text) {
        ElasticQuota odd = quota("namespaces", text);
        Decoded<List<String>> read = QuotaDocuments.names(odd, Annotations.QUOTA_NAMESPACES);
        view.seen(odd);
        assertThat(known().namespaces()).isEqualTo(read.orElse(List.of()));
        assertThat(view.boundTo("team-a").isPresent())
                .isEqualTo(read.orElse(List.of()).contains("team-a"));

        view.seen(quota("namespaces", "[\"last\"]"));
        view.seen(odd);
        assertThat(known().namespaces()).isEqualTo(read.isGood() ? read.orElse(List.of()) : List.of("last"));
        assertThat(view.boundTo("last").isPresent()).isNotEqualTo(read.isGood());
        assertThat(QuotaWarnings.of(null, odd).isEmpty()).isEqualTo(read.isGood());
    }

    @ParameterizedTest
    @MethodSource(TEXTS + "amounts")
    void guaranteesAreThoseOfTheReader(String text) {
        ElasticQuota odd = quota("guaranteed", text);
        Decoded<ResourceAmounts> read = QuotaDocuments.amounts(odd, Annotations.QUOTA_GUARANTEED);
        view.seen(odd);
        assertThat(known().guaranteed()).isEqualTo(read.orElse(ResourceAmounts.NONE));

        view.seen(quota("guaranteed", "{\"cpu\": 3}"));
        view.seen(odd);
        assertThat(known().guaranteed().text())
                .isEqualTo(read.isGood() ? read.orElse(ResourceAmounts.NONE).text() : "cpu=3");
        assertThat(QuotaWarnings.of(null, odd).isEmpty()).isEqualTo(read.isGood());
    }

    @ParameterizedTest
    @MethodSource(TEXTS + "amounts")
    void aWeightThatCannotBeReadIsRefused(String text) {
        ElasticQuota odd = quota("shared-weight", text);
        boolean good =
                QuotaDocuments.amounts(odd, Annotations.QUOTA_SHARED_WEIGHT).isGood();

        assertThat(QuotaRules.decide(QuotaTopology.EMPTY, Quotas.create(odd), QuotaGates.DEFAULTS, false)
                        .allowed())
                .isEqualTo(good);
    }

    @Test
    void aSwitchThatIsNeitherStaysAsItWas() {
        ElasticQuota odd = leaf("a", WellKnown.ROOT_QUOTA, 1);
        odd.getMetadata().getLabels().put("quota.scheduling.koordinator.sh/is-parent", "Yes");
        view.seen(odd);
        assertThat(known().switches().isParent()).isFalse();

        view.seen(Quotas.parent("a", WellKnown.ROOT_QUOTA, 1));
        view.seen(odd);
        assertThat(known().switches().isParent()).isTrue();
    }

    @Test
    void aQuotaOfAnotherNamespaceLeavesNothing() {
        QuotaInfo last = QuotaInfo.of(quota("namespaces", "[\"last\"]"));
        ElasticQuota other = quota("namespaces", "{}");
        other.getMetadata().setNamespace("elsewhere");

        assertThat(QuotaInfo.of(other, QuotaNamespaces.EVERY, last).namespaces())
                .isEmpty();
    }

    private QuotaInfo known() {
        return view.topology().quota("a").orElseThrow();
    }

    private static ElasticQuota quota(String key, String text) {
        return annotated(leaf("a", WellKnown.ROOT_QUOTA, 8), key, text);
    }
}
