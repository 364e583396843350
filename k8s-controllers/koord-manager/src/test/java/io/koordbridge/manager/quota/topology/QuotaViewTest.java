package io.koordbridge.manager.quota.topology;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.testkit.work.AllocatedBytes;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class QuotaViewTest {

    private final MetricRegistry metrics = new MetricRegistry();
    private final KubernetesClient unused =
            new KubernetesClientBuilder().withConfig(Config.empty()).build();
    private final QuotaView view =
            new QuotaView(new ListWatchSource(unused, metrics), new QuotaMetrics(metrics), QuotaNamespaces.EVERY);
    private final QuotaReview creation = Quotas.create(Quotas.leaf("a", "koordinator-root-quota", 1));

    @AfterEach
    void stop() {
        view.close();
        unused.close();
    }

    @Test
    void keepsWhatTheCacheShows() {
        view.seen(creation.quota());

        assertThat(view.topology().quota("a")).isPresent();
        view.gone(creation.quota());
        assertThat(view.topology().quota("a")).isEmpty();
    }

    @Test
    void onlyAQuotaThatServesANamespaceMayBeNamedThere() {
        view.seen(Quotas.annotated(Quotas.leaf("a", "koordinator-root-quota", 1), "namespaces", "[\"shop\"]"));

        assertThat(view.serves("a", "shop")).isTrue();
        assertThat(view.serves("a", "team")).isFalse();
        assertThat(view.serves("unknown", "team")).isTrue();
    }

    /** One name in two namespaces. */
    @Nested
    class Namesakes {

        private static final String WEIGHT = "koord_manager_webhook_quota_shared_weight";

        private final ElasticQuota first = quota("one", 1);
        private final ElasticQuota second = quota("other", 2);

        @Test
        void aNamesakeTakesThePlaceOfADeletedQuota() {
            view.seen(first);
            view.seen(second);

            view.gone(second);

            assertThat(maximum()).hasValue(BigDecimal.ONE);
            String gauge = MetricNames.of(WEIGHT, "elasticquota_name", "twin", "resource_name", "cpu");
            assertThat(metrics.getGauges().get(gauge).getValue()).isEqualTo(1L);
            assertThat(view.named("twin")).containsExactly(first);
            assertThat(view.get("one", "twin")).contains(first);
            assertThat(view.get("other", "twin")).isEmpty();
        }

        @Test
        void theOneOfTheFirstNamespaceCountsWhicheverComesFirst() {
            view.seen(second);
            assertThat(maximum()).hasValue(BigDecimal.valueOf(2));
            view.seen(first);
            assertThat(maximum()).hasValue(BigDecimal.ONE);
            view.seen(second);

            assertThat(maximum()).hasValue(BigDecimal.ONE);
        }

        @Test
        void aQuotaWithoutNamesakeIsGone() {
            view.seen(first);

            view.gone(first);

            assertThat(view.topology().quotas()).isEmpty();
            assertThat(view.named("twin")).isEmpty();
            assertThat(metrics.getGauges().keySet()).noneMatch(name -> name.startsWith(WEIGHT));
        }

        private Optional<BigDecimal> maximum() {
            return view.topology().quota("twin").map(quota -> quota.max().get("cpu"));
        }

        private static ElasticQuota quota(String namespace, int cpu) {
            ElasticQuota quota = Quotas.leaf("twin", "koordinator-root-quota", cpu);
            quota.getMetadata().setNamespace(namespace);
            return quota;
        }
    }

    /** Work is counted in allocated bytes, which do not depend on the machine. */
    @Nested
    class InALargeCluster {

        @Test
        void theFirstListCostsPerQuotaWhatItCostsInASmallCluster() {
            load(0, 1_000);
            long thousand = AllocatedBytes.of(() -> load(1_000, 2_000));
            long another = AllocatedBytes.of(() -> load(3_000, 4_000));

            assertThat(view.topology().quotas()).hasSize(3_000);
            assertThat(thousand).isLessThan(1_000 * 20_000);
            assertThat(another).isLessThan(thousand * 3 / 2);
        }

        @Test
        void oneChangeCostsWhatItTouches() {
            load(0, 2_000);

            long bytes = AllocatedBytes.perRun(100, new Runnable() {
                private int cpu = 10;

                @Override
                public void run() {
                    view.seen(numbered(77, ++cpu));
                    assertThatTopologyShows(cpu);
                }
            });

            assertThat(bytes).isLessThan(40_000);
        }

        @Test
        void anEventThatChangesNothingLeavesTheTreesAlone() {
            load(0, 2_000);
            QuotaTopology before = view.topology();

            long making = AllocatedBytes.perRun(100, this::rewritten);
            long bytes = AllocatedBytes.perRun(100, () -> view.seen(rewritten()));

            assertThat(view.topology()).isSameAs(before);
            assertThat(bytes - making).isLessThan(5_000);
        }

        private ElasticQuota rewritten() {
            ElasticQuota rewritten = numbered(77, 1);
            rewritten.getMetadata().setAnnotations(Map.of("quota.scheduling.koordinator.sh/request", "{}"));
            return rewritten;
        }

        @Test
        void aReviewDoesNotAddUpAllBrothers() {
            view.seen(Quotas.parent("team", "koordinator-root-quota", 10_000));
            load(0, 2_000);
            QuotaReview one = Quotas.create(Quotas.leaf("new", "team", 1));

            long bytes = AllocatedBytes.perRun(
                    20,
                    () -> assertThat(QuotaRules.decide(view.topology(), one, QuotaGates.DEFAULTS, false)
                                    .allowed())
                            .isTrue());

            assertThat(bytes).isLessThan(40_000);
        }

        private void load(int from, int to) {
            for (int i = from; i < to; i++) {
                view.seen(numbered(i, 1));
            }
        }

        private void assertThatTopologyShows(int cpu) {
            if (view.topology().quota("q77").orElseThrow().min().get("cpu").intValueExact() != cpu) {
                throw new AssertionError("the change does not show");
            }
        }

        private static ElasticQuota numbered(int number, int cpu) {
            ElasticQuota quota = Quotas.leaf("q" + number, "team", cpu);
            quota.getMetadata().setNamespace("quotas");
            return Quotas.version(quota, number + 1);
        }
    }
}
