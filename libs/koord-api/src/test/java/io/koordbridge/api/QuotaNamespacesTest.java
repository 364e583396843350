package io.koordbridge.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.api.quota.QuotaNamespaces;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuotaNamespacesTest {

    private static final QuotaNamespaces RULE = QuotaNamespaces.of(QuotaNamespaces.DEFAULT);

    @Test
    void aQuotaOfAQuotaNamespaceTakesThePodsOfOthers() {
        assertThat(RULE.bound("koordinator-system", List.of("a", "b"))).containsExactly("a", "b");
        assertThat(RULE.bound("kube-system", List.of("a"))).containsExactly("a");
    }

    @Test
    void aQuotaOfAnotherNamespaceTakesThePodsOfItsOwnAlone() {
        assertThat(RULE.bound("shop", List.of("shop", "team-b"))).containsExactly("shop");
        assertThat(RULE.bound("shop", List.of("team-b"))).isEmpty();
    }

    @Test
    void everyQuotaMayTakeThemWhereThatIsConfigured() {
        assertThat(QuotaNamespaces.EVERY.bound("shop", List.of("team-b"))).containsExactly("team-b");
    }

    @Test
    void aQuotaThatNamesNamespacesServesThoseAlone() {
        assertThat(QuotaNamespaces.serves("q", "quotas", List.of("a"), "a")).isTrue();
        assertThat(QuotaNamespaces.serves("q", "quotas", List.of("a"), "b")).isFalse();
        assertThat(QuotaNamespaces.serves("q", "quotas", List.of("a"), "quotas"))
                .isFalse();
        assertThat(QuotaNamespaces.serves("q", "quotas", List.of(), "b")).isTrue();
    }

    @Test
    void aQuotaThatIsNamedLikeItsNamespaceTakesItsPods() {
        assertThat(QuotaNamespaces.serves("shop", "shop", List.of("a"), "shop")).isTrue();
        assertThat(QuotaNamespaces.serves("shop", "quotas", List.of("a"), "shop"))
                .isFalse();
    }
}
