package io.koordbridge.manager.webhook;

import com.codahale.metrics.Histogram;
import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Bounds what is read, tells what is wrong with a request, and hands reviews on. */
final class ReviewHandler extends Handler.Abstract {

    static final String MUTATE_POD = "/mutate-pod";
    private static final Logger LOG = LoggerFactory.getLogger(ReviewHandler.class);
    private static final String DURATION = "koord_manager_webhook_webhook_duration_milliseconds";
    private static final double NANOS_PER_MILLI = 1e6;

    private final PodAdmission pods;
    private final BooleanSupplier ready;
    private final MetricRegistry metrics;
    private final long maxRequestBytes;

    ReviewHandler(PodAdmission pods, BooleanSupplier ready, MetricRegistry metrics, long maxRequestBytes) {
        this.pods = pods;
        this.ready = ready;
        this.metrics = metrics;
        this.maxRequestBytes = maxRequestBytes;
    }

    /** An HTTP answer. */
    private record Answer(int status, String type, String body) {

        static Answer text(int status, String reason) {
            return new Answer(status, "text/plain; charset=utf-8", reason + "\n");
        }

        static Answer json(String body) {
            return new Answer(HttpStatus.OK_200, "application/json", body);
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        long start = System.nanoTime();
        Answer answer = answer(request);
        if (answer.status() >= HttpStatus.BAD_REQUEST_400) {
            metrics.counter(MetricNames.of(
                            "koord_manager_webhook_bad_requests_total", "status", String.valueOf(answer.status())))
                    .inc();
        }
        observe(System.nanoTime() - start, answer.status());
        response.setStatus(answer.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
        response.write(true, ByteBuffer.wrap(answer.body().getBytes(StandardCharsets.UTF_8)), callback);
        return true;
    }

    private Answer answer(Request request) {
        String path = Request.getPathInContext(request);
        if (path.equals("/healthz")) {
            return Answer.text(ready.getAsBoolean() ? HttpStatus.OK_200 : HttpStatus.SERVICE_UNAVAILABLE_503, "ok");
        }
        if (!path.equals(MUTATE_POD)) {
            return Answer.text(HttpStatus.NOT_FOUND_404, "no handler for this path");
        }
        if (!HttpMethod.POST.is(request.getMethod())) {
            return Answer.text(HttpStatus.METHOD_NOT_ALLOWED_405, "allowed: POST");
        }
        if (!ready.getAsBoolean()) {
            return Answer.text(HttpStatus.SERVICE_UNAVAILABLE_503, "profiles are not read yet");
        }
        try {
            byte[] body = read(request);
            return body.length > maxRequestBytes
                    ? Answer.text(
                            HttpStatus.PAYLOAD_TOO_LARGE_413, "request is larger than " + maxRequestBytes + " bytes")
                    : review(body);
        } catch (IOException e) {
            return Answer.text(HttpStatus.BAD_REQUEST_400, "request cannot be read: " + e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("review failed path={}", path, e);
            return Answer.text(HttpStatus.INTERNAL_SERVER_ERROR_500, "internal error, see the log of koord-manager");
        }
    }

    /** At most one byte more than is allowed, so that too much is seen but never held. */
    private byte[] read(Request request) throws IOException {
        if (request.getLength() > maxRequestBytes) {
            return new byte[(int) maxRequestBytes + 1];
        }
        try (InputStream in = Content.Source.asInputStream(request)) {
            return in.readNBytes((int) maxRequestBytes + 1);
        }
    }

    private Answer review(byte[] body) {
        AdmissionReviews.Parsed parsed = AdmissionReviews.parse(body);
        return parsed.value()
                .map(review -> Answer.json(pods.answer(review)))
                .orElseGet(() -> Answer.text(HttpStatus.BAD_REQUEST_400, parsed.problem()));
    }

    private void observe(long nanos, int status) {
        Histogram histogram = metrics.histogram(MetricNames.of(
                DURATION,
                "webhook_type",
                "mutate",
                "object_type",
                "pod",
                "status",
                status == HttpStatus.OK_200 ? "allowed" : "rejected"));
        histogram.update(Math.round(nanos / NANOS_PER_MILLI));
        metrics.timer("koord_manager_webhook_seconds").update(nanos, TimeUnit.NANOSECONDS);
    }
}
