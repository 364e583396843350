package io.koordbridge.manager.handlers.podvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OwnUserTest {

    private final MetricRegistry metrics = new MetricRegistry();
    private final AtomicBoolean away = new AtomicBoolean();
    private final OwnUser own = new OwnUser(this::answer, metrics);

    private SelfSubjectReview answer() {
        if (away.get()) {
            throw new KubernetesClientException("away");
        }
        return new SelfSubjectReviewBuilder()
                .withNewStatus()
                .withNewUserInfo()
                .withUsername("koord-manager")
                .endUserInfo()
                .endStatus()
                .build();
    }

    private long reads(String outcome) {
        return metrics.counter(MetricNames.of("koord_manager_own_user_reads_total", "outcome", outcome))
                .getCount();
    }

    @Test
    void asksOnceAndRecognisesItselfAlone() {
        assertThat(own.test("koord-manager")).isTrue();
        assertThat(own.test("somebody")).isFalse();
        assertThat(own.test("koord-manager")).isTrue();

        assertThat(reads("read")).isEqualTo(1);
    }

    @Test
    void recognisesNobodyUntilThereIsAnAnswer() {
        away.set(true);
        assertThat(own.test("koord-manager")).isFalse();
        away.set(false);

        assertThat(own.test("koord-manager")).isTrue();
        assertThat(reads("failed")).isEqualTo(1);
    }
}
