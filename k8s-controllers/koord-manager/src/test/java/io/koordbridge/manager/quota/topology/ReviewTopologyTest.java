package io.koordbridge.manager.quota.topology;

import static io.koordbridge.manager.quota.topology.Quotas.create;
import static io.koordbridge.manager.quota.topology.Quotas.leaf;
import static io.koordbridge.manager.quota.topology.Quotas.parent;
import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.QuotaNamespaces;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReviewTopologyTest {

    private static final String ROOT = "koordinator-root-quota";
    private static final Map<String, ElasticQuota> STORED =
            Map.of("company", parent("company", ROOT, 10), "team", parent("team", "company", 8));

    private final MetricRegistry metrics = new MetricRegistry();
    private final KubernetesClient unused =
            new KubernetesClientBuilder().withConfig(Config.empty()).build();
    private final QuotaView view =
            new QuotaView(new ListWatchSource(unused, metrics), new QuotaMetrics(metrics), QuotaNamespaces.EVERY);
    private final List<String> asked = new ArrayList<>();
    private final StoredQuotas stored = new StoredQuotas(this::answer, System::nanoTime, metrics);
    private final ReviewTopology trees = new ReviewTopology(view, stored);

    private List<ElasticQuota> answer(String name) {
        synchronized (asked) {
            asked.add(name);
        }
        return STORED.containsKey(name) ? List.of(STORED.get(name)) : List.of();
    }

    @AfterEach
    void stop() {
        stored.close();
        view.close();
        unused.close();
    }

    @Test
    void aWholeTreeComesInOneFile() {
        QuotaReview review = create(leaf("member", "team", 2));

        assertThat(QuotaRules.decide(view.topology(), review, QuotaGates.DEFAULTS, false)
                        .refusal())
                .contains("parent team of quota member is not known");
        assertThat(QuotaRules.decide(trees.of(review, CallerDeadline.UNKNOWN), review, QuotaGates.DEFAULTS, false)
                        .allowed())
                .isTrue();
        assertThat(asked).containsExactly("team", "company");
        assertThat(view.topology()).as("what was read is of this review").isSameAs(QuotaTopology.EMPTY);
    }

    @Test
    void whatTheCacheShowsIsNotRead() {
        view.seen(STORED.get("company"));
        view.seen(STORED.get("team"));

        trees.of(create(leaf("member", "team", 2)), CallerDeadline.UNKNOWN);
        trees.of(create(leaf("other", ROOT, 2)), CallerDeadline.UNKNOWN);

        assertThat(asked).isEmpty();
    }

    @Test
    void parentsOfEachOtherAreReadOnce() {
        view.seen(parent("a", "b", 1));
        view.seen(parent("b", "a", 1));

        trees.of(create(leaf("member", "a", 1)), CallerDeadline.UNKNOWN);

        assertThat(asked).isEmpty();
    }

    @Test
    void aQuotaThatWasJustMadeMayBeChangedAndDeleted() {
        ElasticQuota made = leaf("fresh", ROOT, 1);
        QuotaReview change = Quotas.update(made, leaf("fresh", ROOT, 2));
        QuotaReview end = Quotas.delete(made);

        assertThat(QuotaRules.decide(trees.of(change, CallerDeadline.UNKNOWN), change, QuotaGates.DEFAULTS, false)
                        .allowed())
                .isTrue();
        assertThat(QuotaRules.decide(trees.of(end, CallerDeadline.UNKNOWN), end, QuotaGates.DEFAULTS, false)
                        .allowed())
                .isTrue();
        assertThat(view.topology()).isSameAs(QuotaTopology.EMPTY);
    }
}
