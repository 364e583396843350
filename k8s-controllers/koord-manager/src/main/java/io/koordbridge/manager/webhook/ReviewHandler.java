package io.koordbridge.manager.webhook;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bounds what is read, tells what is wrong with a request, and hands each review to the handler of its path. No thread waits
 * for a slow sender.
 */
final class ReviewHandler extends Handler.Abstract {

    private static final Logger LOG = LoggerFactory.getLogger(ReviewHandler.class);

    private final Map<String, AdmissionHandler> handlers;
    private final Map<String, DebugView> views;
    private final ReviewDurations durations;
    private final MetricRegistry metrics;
    private final BoundedBody.Limits limits;

    ReviewHandler(
            List<AdmissionHandler> handlers, List<DebugView> views, MetricRegistry metrics, BoundedBody.Limits limits) {
        this.handlers = handlers.stream()
                .collect(Collectors.toMap(handler -> handler.served().path(), Function.identity()));
        this.views = views.stream().collect(Collectors.toMap(DebugView::path, Function.identity()));
        this.durations = new ReviewDurations(metrics);
        this.metrics = metrics;
        this.limits = limits;
        metrics.gauge("koord_manager_webhook_held_bytes", () -> limits.budget()::heldBytes);
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
        String path = Request.getPathInContext(request);
        AdmissionHandler handler = handlers.get(path);
        if (handler == null) {
            send(page(path, request.getMethod()), response, callback);
        } else if (!HttpMethod.POST.is(request.getMethod())) {
            send(Answer.text(HttpStatus.METHOD_NOT_ALLOWED_405, "allowed: POST"), response, callback);
        } else if (!handler.ready()) {
            send(Answer.text(HttpStatus.SERVICE_UNAVAILABLE_503, "caches are not filled yet"), response, callback);
        } else {
            CallerDeadline deadline = CallerDeadline.of(request.getHttpURI().getQuery(), request.getBeginNanoTime());
            BoundedBody.read(
                    request,
                    limits,
                    new BoundedBody.Outcome(
                            body -> send(review(handler, body, deadline), response, callback),
                            refusal -> send(refused(refusal), response, callback),
                            problem -> send(unreadable(problem), response, callback)));
        }
        return true;
    }

    private void send(Answer answer, Response response, Callback callback) {
        if (answer.status() >= HttpStatus.BAD_REQUEST_400) {
            metrics.counter(MetricNames.of(
                            "koord_manager_webhook_bad_requests_total", "status", String.valueOf(answer.status())))
                    .inc();
            // What is left of the request is not read: nobody shall send another one behind it.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        response.setStatus(answer.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
        response.write(true, ByteBuffer.wrap(answer.body().getBytes(StandardCharsets.UTF_8)), callback);
    }

    private Answer page(String path, String method) {
        if (path.equals("/healthz")) {
            boolean ready = handlers.values().stream().allMatch(AdmissionHandler::ready);
            return ready
                    ? Answer.text(HttpStatus.OK_200, "ok")
                    : Answer.text(HttpStatus.SERVICE_UNAVAILABLE_503, "caches are not filled yet");
        }
        DebugView view = views.get(path);
        if (view == null) {
            return Answer.text(HttpStatus.NOT_FOUND_404, "no handler for this path");
        }
        return HttpMethod.GET.is(method)
                ? Answer.json(view.json())
                : Answer.text(HttpStatus.METHOD_NOT_ALLOWED_405, "allowed: GET");
    }

    private Answer refused(BoundedBody.Refusal refusal) {
        return switch (refusal) {
            case TOO_LARGE ->
                Answer.text(HttpStatus.PAYLOAD_TOO_LARGE_413, "request is larger than " + limits.maxBytes() + " bytes");
            case CROWDED ->
                Answer.text(HttpStatus.SERVICE_UNAVAILABLE_503, "too many bytes of other requests are being worked on");
            case SLOW ->
                Answer.text(
                        HttpStatus.REQUEST_TIMEOUT_408,
                        "request did not end within " + BoundedBody.PATIENCE.toSeconds() + " s");
        };
    }

    private static Answer unreadable(Throwable problem) {
        return Answer.text(HttpStatus.BAD_REQUEST_400, "request cannot be read: " + problem.getMessage());
    }

    private Answer review(AdmissionHandler handler, byte[] body, CallerDeadline deadline) {
        long start = System.nanoTime();
        AdmissionReviews.Request request = null;
        boolean allowed = false;
        try {
            AdmissionReviews.Parsed parsed = AdmissionReviews.parse(body, deadline);
            request = parsed.request();
            if (request == null) {
                return Answer.text(HttpStatus.BAD_REQUEST_400, parsed.problem());
            }
            Verdict verdict = ReviewDecision.of(handler, request);
            allowed = verdict.isAllowed();
            return Answer.json(AdmissionReviews.answer(request, verdict));
        } catch (RuntimeException e) {
            LOG.error("review failed path={} object={}", handler.served().path(), describe(request), e);
            return Answer.text(HttpStatus.INTERNAL_SERVER_ERROR_500, "internal error, see the log of koord-manager");
        } finally {
            String operation = request == null ? "" : request.operation();
            durations.observe(handler.served(), operation, allowed, System.nanoTime() - start);
        }
    }

    private static String describe(AdmissionReviews.@Nullable Request request) {
        return request == null ? "" : request.namespace() + "/" + request.name();
    }
}
