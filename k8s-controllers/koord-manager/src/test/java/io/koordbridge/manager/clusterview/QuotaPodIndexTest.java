package io.koordbridge.manager.clusterview;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QuotaPodIndexTest {

    private final QuotaPodIndex index = new QuotaPodIndex();

    @Test
    void followsAPodFromQuotaToQuotaUntilItIsGone() {
        index.put(pod("p", "a"), true);
        index.put(pod("q", "a"), true);
        index.put(pod("p", "b"), false);

        assertThat(index.anyOfQuota("a")).isTrue();
        assertThat(index.anyOfQuota("b")).isTrue();
        index.remove(pod("q", ""));
        index.put(pod("p", "b"), false);
        assertThat(index.anyOfQuota("a")).isFalse();
        assertThat(index.anyInNamespace("team")).isTrue();
        index.remove(pod("p", ""));
        assertThat(index.anyOfQuota("b")).isFalse();
        assertThat(index.anyInNamespace("team")).isFalse();
    }

    private static Pod pod(String name, String quota) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("team")
                .withName(name)
                .withLabels(quota.isEmpty() ? null : Map.of("quota.scheduling.koordinator.sh/name", quota))
                .endMetadata()
                .build();
    }
}
