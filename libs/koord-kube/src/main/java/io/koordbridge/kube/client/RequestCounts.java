package io.koordbridge.kube.client;

import com.codahale.metrics.MetricRegistry;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.koordbridge.kube.metrics.MetricNames;
import java.nio.ByteBuffer;
import java.util.List;

/** Counts the API server's answers under the name that client-go gives them. */
final class RequestCounts implements Interceptor {

    private static final String NO_ANSWER = "<error>";

    private final MetricRegistry metrics;

    RequestCounts(MetricRegistry metrics) {
        this.metrics = metrics;
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        count(request, Integer.toString(response.code()));
    }

    @Override
    public void afterConnectionFailure(HttpRequest request, Throwable failure) {
        count(request, NO_ANSWER);
    }

    private void count(HttpRequest request, String code) {
        metrics.counter(MetricNames.of(
                        "rest_client_requests_total",
                        "code",
                        code,
                        "host",
                        String.valueOf(request.uri().getAuthority()),
                        "method",
                        request.method()))
                .inc();
    }
}
