package io.koordbridge.scheduler.bind;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.api.model.Binding;
import io.fabric8.kubernetes.api.model.BindingBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** {@link BindingApi} over HTTP, one try per call: the caller decides what a failure means. */
public final class KubernetesBindingApi implements BindingApi {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FIRST_SERVER_ERROR = 500;

    private final KubernetesClient client;
    private final MetricRegistry metrics;

    /**
     * The calls.
     *
     * @param client shared client; its retries are not used
     * @param requestTimeout limit of one call
     */
    public KubernetesBindingApi(KubernetesClient client, Duration requestTimeout, MetricRegistry metrics) {
        this.client = client.newClient(new RequestConfigBuilder()
                        .withRequestTimeout((int) requestTimeout.toMillis())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .adapt(KubernetesClient.class);
        this.metrics = metrics;
    }

    @Override
    public Answer bind(PodFacts pod, String node, Map<String, String> annotations) {
        Binding binding = new BindingBuilder()
                .withNewMetadata()
                .withNamespace(pod.namespace())
                .withName(pod.name())
                .withUid(pod.uid())
                .withAnnotations(annotations)
                .endMetadata()
                .withNewTarget()
                .withApiVersion("v1")
                .withKind("Node")
                .withName(node)
                .endTarget()
                .build();
        String path = "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name() + "/binding";
        try {
            client.raw(path, "POST", binding);
            count("bind", "ok");
            return new Answer(Verdict.DONE, "");
        } catch (KubernetesClientException failed) {
            Verdict verdict = verdict(failed.getCode());
            count("bind", failed.getCode() > 0 ? Integer.toString(failed.getCode()) : "no-answer");
            return new Answer(verdict, FailureFormatter.of(failed));
        }
    }

    private static Verdict verdict(int code) {
        if (code == HttpURLConnection.HTTP_CONFLICT) {
            return Verdict.CONFLICT;
        }
        if (code == TOO_MANY_REQUESTS) {
            return Verdict.BUSY;
        }
        if (code >= HttpURLConnection.HTTP_BAD_REQUEST
                && code < FIRST_SERVER_ERROR
                && code != HttpURLConnection.HTTP_CLIENT_TIMEOUT) {
            return Verdict.REFUSED;
        }
        return Verdict.UNKNOWN;
    }

    @Override
    public Optional<PodFacts> read(String namespace, String name) {
        try {
            Pod pod = client.pods().inNamespace(namespace).withName(name).get();
            count("read", "ok");
            return Optional.ofNullable(pod).map(PodFactsReader::read);
        } catch (KubernetesClientException failed) {
            count("read", failed.getCode() > 0 ? Integer.toString(failed.getCode()) : "no-answer");
            throw new BindingApiException(
                    "reading pod " + namespace + "/" + name + ": " + FailureFormatter.of(failed), failed);
        }
    }

    private void count(String call, String code) {
        metrics.counter(MetricNames.of("koord_scheduler_api_calls_total", "call", call, "code", code))
                .inc();
    }
}
