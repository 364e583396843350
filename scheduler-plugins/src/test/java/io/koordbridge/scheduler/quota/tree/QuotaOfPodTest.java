package io.koordbridge.scheduler.quota.tree;

import static io.koordbridge.scheduler.quota.tree.Quotas.cpu;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.WellKnown;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose pods a quota has that names namespaces. */
class QuotaOfPodTest {

    private final QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);

    @Test
    void aQuotaOfAQuotaNamespaceHasThePodsOfTheNamespacesThatItNames() {
        ledger.quotaSeen(quota("research", "koordinator-system", List.of("lab")));

        assertThat(quotaOf("lab", "")).isEqualTo("research");
        assertThat(quotaOf("lab", "research")).isEqualTo("research");
        assertThat(quotaOf("shop", "")).isEqualTo(WellKnown.DEFAULT_QUOTA);
    }

    @Test
    void aPodOfAnotherNamespaceCannotNameIt() {
        ledger.quotaSeen(quota("research", "koordinator-system", List.of("lab")));

        assertThat(quotaOf("shop", "research")).isEqualTo(WellKnown.DEFAULT_QUOTA);
    }

    @Test
    void aQuotaThatNamesNoneCanBeNamedByAll() {
        ledger.quotaSeen(quota("open", "quotas", List.of()));

        assertThat(quotaOf("shop", "open")).isEqualTo("open");
    }

    @Test
    void aQuotaOfAnotherNamespaceTakesNoPodsOfOthers() {
        ledger.quotaSeen(quota("grab", "shop", List.of("lab", "shop")));

        assertThat(quotaOf("lab", "")).isEqualTo(WellKnown.DEFAULT_QUOTA);
        assertThat(quotaOf("shop", "")).isEqualTo("grab");
        assertThat(quotaOf("lab", "grab")).as("it is named on purpose").isEqualTo("grab");
    }

    @Test
    void podsMoveWhenTheQuotaServesThemNoLongerAndWhenItDoesAgain() {
        ledger.quotaSeen(quota("open", "quotas", List.of()));
        assertThat(quotaOf("shop", "open")).isEqualTo("open");

        ledger.quotaSeen(quota("open", "quotas", List.of("lab")));
        assertThat(quotaOf("shop")).isEqualTo(WellKnown.DEFAULT_QUOTA);

        ledger.quotaSeen(quota("open", "quotas", List.of("lab", "shop")));
        ledger.moveOutOfDefault();
        assertThat(quotaOf("shop")).isEqualTo("open");
    }

    private String quotaOf(String namespace, String label) {
        ledger.podSeen(new PodQuota("uid", namespace, "p", label, cpu(1), false, "", PodRank.LOWEST, false, null));
        return quotaOf(namespace);
    }

    private String quotaOf(String namespace) {
        return ledger.quotas().stream()
                .map(QuotaSpec::name)
                .filter(quota -> ledger.pods(quota).stream()
                        .anyMatch(one -> one.pod().namespace().equals(namespace)))
                .findFirst()
                .orElse("");
    }

    private static QuotaSpec quota(String name, String namespace, List<String> namespaces) {
        return new QuotaSpec(
                name,
                namespace,
                WellKnown.ROOT_QUOTA,
                QuotaSpec.Tree.DEFAULT,
                true,
                cpu(0),
                cpu(4),
                cpu(4),
                namespaces);
    }
}
