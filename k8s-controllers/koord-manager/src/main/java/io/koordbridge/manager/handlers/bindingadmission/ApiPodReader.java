package io.koordbridge.manager.handlers.bindingadmission;

import static io.koordbridge.api.binding.Absent.orEmpty;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.manager.handlers.bindingadmission.BindingRules.PodMarks;
import io.koordbridge.manager.server.webhook.CallerDeadline;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads single pods from the API server: denials are too rare to keep the marks of every pod in memory. */
public final class ApiPodReader implements PodReader {

    private static final Logger LOG = LoggerFactory.getLogger(ApiPodReader.class);

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(4);

    private final KubernetesClient client;
    private final MetricRegistry metrics;

    public ApiPodReader(KubernetesClient client, MetricRegistry metrics) {
        this.client = client;
        this.metrics = metrics;
    }

    @Override
    public Optional<PodMarks> marks(String namespace, String name, CallerDeadline deadline) {
        Duration wait = deadline.atMost(LONGEST_WAIT, System.nanoTime());
        if (wait.toMillis() == 0) {
            count("late");
            return Optional.empty();
        }
        try {
            Pod pod = within(wait).pods().inNamespace(namespace).withName(name).get();
            count(pod == null ? "unknown" : "read");
            return Optional.ofNullable(pod).map(Pod::getMetadata).map(ApiPodReader::marks);
        } catch (KubernetesClientException e) {
            count("failed");
            LOG.warn("pod of a binding not read, binding allowed pod={}/{} reason={}", namespace, name, e.getMessage());
            return Optional.empty();
        }
    }

    /** The client, with one try that ends in time. */
    private KubernetesClient within(Duration wait) {
        return client.newClient(new RequestConfigBuilder()
                        .withRequestTimeout((int) wait.toMillis())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .adapt(KubernetesClient.class);
    }

    private static PodMarks marks(ObjectMeta metadata) {
        return new PodMarks(orEmpty(metadata.getLabels()), orEmpty(metadata.getAnnotations()));
    }

    private void count(String outcome) {
        metrics.counter(MetricNames.of("koord_manager_webhook_binding_pod_reads_total", "outcome", outcome))
                .inc();
    }
}
