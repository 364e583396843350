package io.koordbridge.manager.server.webhook;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.access.RequestAccess.Caller;
import io.koordbridge.kube.access.RequestAccess.Refusal;
import io.koordbridge.kube.metrics.MetricNames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eclipse.jetty.http.HttpFields;
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
 * Bounds what is read, reports faults of a request, and hands each review to the handler of its path. No thread waits
 * for a slow sender, and reviews that may wait for others run apart from those that only calculate. A review that waited for its
 * thread until its caller gave up is not decided.
 */
final class ReviewHandler extends Handler.Abstract {

    private static final Logger LOG = LoggerFactory.getLogger(ReviewHandler.class);
    private static final int CALCULATING = 8;
    private static final int WAITING = 32;

    private final Map<String, AdmissionHandler> handlers;
    private final Map<String, DebugView> views;
    private final ReviewDurations durations;
    private final MetricRegistry metrics;
    private final BoundedBody.Limits limits;
    private final Function<Caller, Optional<Refusal>> access;
    private final Consumer<Request> whole;
    private final RefusalLog refusals = new RefusalLog(System::nanoTime);
    private final RefusalLog failures = new RefusalLog(System::nanoTime);
    private final ReviewThreads calculating = new ReviewThreads("webhook-review", CALCULATING);
    private final ReviewThreads waiting = new ReviewThreads("webhook-waiting", WAITING);

    /**
     * A handler.
     *
     * @param access why a caller may not see a page of views, empty when it may
     * @param whole called with each request whose review was read to its end
     */
    ReviewHandler(
            List<AdmissionHandler> handlers,
            List<DebugView> views,
            Function<Caller, Optional<Refusal>> access,
            MetricRegistry metrics,
            BoundedBody.Limits limits,
            Consumer<Request> whole) {
        this.handlers = handlers.stream()
                .collect(Collectors.toMap(handler -> handler.served().path(), Function.identity()));
        this.views = views.stream().collect(Collectors.toMap(DebugView::path, Function.identity()));
        this.durations = new ReviewDurations(metrics);
        this.metrics = metrics;
        this.limits = limits;
        this.access = access;
        this.whole = whole;
        metrics.gauge("koord_manager_webhook_waiting_reviews", () -> waiting::taken);
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
        if (handler == null && views.containsKey(path)) {
            Caller caller = caller(request);
            Runnable view = () -> send(view(views.get(path), caller), response, callback);
            if (!waiting.take(view)) {
                send(crowded(), response, callback);
            }
        } else if (handler == null) {
            send(page(path), response, callback);
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
                            (body, end) -> {
                                whole.accept(request);
                                take(
                                        new Work(handler, () -> body, deadline, end),
                                        answer -> send(answer, response, callback));
                            },
                            refusal -> send(refused(refusal), response, callback),
                            problem -> send(unreadable(problem), response, callback)));
        }
        return true;
    }

    /** A review, and what frees its body. */
    private record Work(AdmissionHandler handler, Supplier<byte[]> body, CallerDeadline deadline, Runnable end) {}

    private void take(Work work, Consumer<Answer> answer) {
        ReviewThreads threads = work.handler().mayWait() ? waiting : calculating;
        if (!threads.take(() -> answer.accept(reviewInTime(work)))) {
            work.end().run();
            answer.accept(crowded());
        }
    }

    /** One that waited for a thread until its caller gave up is not decided: nothing shall be taken for it. */
    private Answer reviewInTime(Work work) {
        if (work.deadline().hasPassed(System.nanoTime())) {
            work.end().run();
            return late();
        }
        return review(work);
    }

    private static Answer late() {
        return Answer.text(HttpStatus.SERVICE_UNAVAILABLE_503, "not decided in time: too much is asked");
    }

    private static Answer crowded() {
        return Answer.text(HttpStatus.SERVICE_UNAVAILABLE_503, "too many reviews wait");
    }

    private static Caller caller(Request request) {
        HttpFields headers = request.getHeaders();
        boolean forwarded = headers.contains(HttpHeader.X_FORWARDED_FOR) || headers.contains(HttpHeader.FORWARDED);
        return new Caller(
                Request.getRemoteAddr(request), forwarded, headers.get(HttpHeader.AUTHORIZATION), request.getMethod());
    }

    private Answer view(DebugView view, Caller caller) {
        if (!HttpMethod.GET.is(caller.method())) {
            return Answer.text(HttpStatus.METHOD_NOT_ALLOWED_405, "allowed: GET");
        }
        return access.apply(caller)
                .map(refusal -> Answer.text(refusal.status(), refusal.text()))
                .orElseGet(() -> Answer.json(view.json()));
    }

    private void send(Answer answer, Response response, Callback callback) {
        if (answer.status() >= HttpStatus.BAD_REQUEST_400) {
            metrics.counter(MetricNames.of(
                            "koord_manager_webhook_bad_requests_total", "status", String.valueOf(answer.status())))
                    .inc();
            // The rest of the request is not read: no other one may follow on this connection.
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
        }
        response.setStatus(answer.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, answer.type());
        response.write(true, ByteBuffer.wrap(answer.body().getBytes(StandardCharsets.UTF_8)), callback);
    }

    private Answer page(String path) {
        if (path.equals("/healthz")) {
            boolean ready = handlers.values().stream().allMatch(AdmissionHandler::ready);
            return ready
                    ? Answer.text(HttpStatus.OK_200, "ok")
                    : Answer.text(HttpStatus.SERVICE_UNAVAILABLE_503, "caches are not filled yet");
        }
        return Answer.text(HttpStatus.NOT_FOUND_404, "no handler for this path");
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

    private Answer review(Work work) {
        AdmissionHandler handler = work.handler();
        long start = System.nanoTime();
        AdmissionReviews.Request request = null;
        boolean allowed = false;
        try {
            AdmissionReviews.Parsed parsed = AdmissionReviews.parse(work.body().get(), work.deadline());
            request = parsed.request();
            if (request == null) {
                return Answer.text(HttpStatus.BAD_REQUEST_400, parsed.problem());
            }
            request.checkStillWanted();
            AdmissionResult verdict = ReviewDecision.of(handler, request);
            request.checkStillWanted();
            allowed = verdict.isAllowed();
            if (!allowed) {
                tell(handler.served().path(), request, verdict);
            }
            return Answer.json(AdmissionReviews.answer(request, verdict));
        } catch (CallerGoneException e) {
            return late();
        } catch (RuntimeException | Error e) {
            fail(handler.served().path(), describe(request), e);
            return Answer.text(HttpStatus.INTERNAL_SERVER_ERROR_500, "internal error, see the log of koord-manager");
        } finally {
            String operation = request == null ? "" : request.operation();
            durations.observe(handler.served(), operation, allowed, System.nanoTime() - start);
            work.end().run();
        }
    }

    private void fail(String path, String object, Throwable e) {
        failures.next()
                .ifPresent(untold -> LOG.error(
                        "review failed path={} object={} untold={}", path, RefusalLog.bounded(object), untold, e));
    }

    private void tell(String path, AdmissionReviews.Request request, AdmissionResult verdict) {
        refusals.next()
                .ifPresent(untold -> LOG.info(
                        "review refused path={} operation={} object={} user={} reason={} untold={}",
                        path,
                        RefusalLog.bounded(request.operation()),
                        RefusalLog.bounded(describe(request)),
                        RefusalLog.bounded(request.userName()),
                        RefusalLog.bounded(verdict.message()),
                        untold));
    }

    @Override
    protected void doStop() throws Exception {
        calculating.close();
        waiting.close();
        super.doStop();
    }

    private static String describe(AdmissionReviews.@Nullable Request request) {
        return request == null ? "" : request.namespace() + "/" + request.name();
    }
}
