package io.koordbridge.manager.handlers.podvalidation;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.metrics.MetricNames;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Recognises this process, and its replicas, among those who ask the API server for something. Who it is, it asks when that first
 * matters; without an answer it recognises no user.
 */
public final class OwnUser implements Predicate<String> {

    private static final Logger LOG = LoggerFactory.getLogger(OwnUser.class);

    private final Supplier<SelfSubjectReview> review;
    private final MetricRegistry metrics;
    private volatile Optional<String> known = Optional.empty();

    OwnUser(Supplier<SelfSubjectReview> review, MetricRegistry metrics) {
        this.review = review;
        this.metrics = metrics;
    }

    /** Asks the API server of a client. */
    public static OwnUser of(KubernetesClient client, MetricRegistry metrics) {
        SelfSubjectReview question =
                new SelfSubjectReviewBuilder().withNewMetadata().endMetadata().build();
        return new OwnUser(() -> client.resource(question).create(), metrics);
    }

    @Override
    public boolean test(String user) {
        if (known.isEmpty()) {
            known = asked();
        }
        return known.filter(user::equals).isPresent();
    }

    private Optional<String> asked() {
        try {
            SelfSubjectReview answer = review.get();
            count("read");
            return Optional.ofNullable(answer.getStatus())
                    .map(status -> status.getUserInfo())
                    .map(user -> user.getUsername());
        } catch (KubernetesClientException e) {
            count("failed");
            LOG.warn(
                    "own user not read, a change of a waiting pod is judged like one of any user reason={}",
                    e.getMessage());
            return Optional.empty();
        }
    }

    private void count(String outcome) {
        metrics.counter(MetricNames.of("koord_manager_own_user_reads_total", "outcome", outcome))
                .inc();
    }
}
