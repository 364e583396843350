package io.koordbridge.scheduler.extender;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.scheduler.extender.Patience.CallerGoneException;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.eclipse.jetty.http.HttpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The verbs over HTTP. A request that was understood is answered with 200 and, where it cannot be fulfilled, with {@code Error}: the
 * scheduler shows that text, whereas of any other status it shows only the number.
 */
public final class ExtenderServlet extends HttpServlet {

    /** Where kube-scheduler's configuration finds the verbs. */
    public static final String PATH = "/extender/v1/*";

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(ExtenderServlet.class);
    private static final String BIND = "bind";

    private final transient ExtenderVerbs verbs;
    private final transient ExtenderMetrics metrics;
    private final transient Map<String, Verb> byName;
    /** By verb. */
    private final transient RecurringProblems<String> trouble = new RecurringProblems<>();

    private interface Verb {
        Reply answer(byte[] body, Patience patience);
    }

    public ExtenderServlet(ExtenderVerbs verbs, MetricRegistry metrics) {
        this.verbs = verbs;
        this.metrics = new ExtenderMetrics(metrics);
        this.byName = Map.of("filter", verbs::filter, "prioritize", verbs::prioritize, "preempt", verbs::preempt);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = Objects.requireNonNullElse(request.getPathInfo(), "/").substring(1);
        Verb verb = byName.get(name);
        if (verb != null) {
            write(response, answer(name, request, verb));
        } else if (name.equals(BIND)) {
            bind(request);
        } else {
            write(response, new Reply(404, new ErrorResult("no such verb"), "bad_request"));
        }
    }

    private Reply answer(String name, HttpServletRequest request, Verb verb) {
        try (Timer.Context timed = metrics.duration(name).time()) {
            Patience patience = verbs.patience();
            return answered(name, verb.answer(body(request), patience));
        } catch (RuntimeException problem) {
            return failed(name, problem);
        }
    }

    private void bind(HttpServletRequest request) {
        Timer.Context timed = metrics.duration(BIND).time();
        AsyncContext answer = request.startAsync();
        // The queue has its own limits.
        answer.setTimeout(0);
        try {
            verbs.bind(body(request), reply -> end(answer, answered(BIND, reply), timed));
        } catch (RuntimeException problem) {
            end(answer, failed(BIND, problem), timed);
        }
    }

    private static void end(AsyncContext answer, Reply reply, Timer.Context timed) {
        timed.stop();
        try {
            write((HttpServletResponse) answer.getResponse(), reply);
        } catch (IOException gone) {
            LOG.debug("The answer to a bind was not read", gone);
        } finally {
            answer.complete();
        }
    }

    private Reply answered(String verb, Reply reply) {
        metrics.answered(verb, reply.result());
        if (trouble.ends(verb)) {
            LOG.info("Requests are answered again verb={}", verb);
        }
        return reply;
    }

    private Reply failed(String verb, RuntimeException problem) {
        Reply reply = reply(verb, problem);
        metrics.answered(verb, reply.result());
        return reply;
    }

    private Reply reply(String verb, RuntimeException problem) {
        String message = String.valueOf(problem.getMessage());
        if (problem instanceof BadRequestException refused) {
            if (trouble.begins(verb, message)) {
                LOG.warn(
                        "Bad request, logged once until one is answered verb={} status={} problem={}",
                        verb,
                        refused.status(),
                        message);
            }
            return new Reply(refused.status(), new ErrorResult(message), "bad_request");
        }
        if (problem instanceof CallerGoneException) {
            if (trouble.begins(verb, message)) {
                LOG.warn("Request given up, logged once until one is answered verb={} problem={}", verb, message);
            }
            return new Reply(503, new ErrorResult("koord-scheduler extender: " + message), "given_up");
        }
        String id = UUID.randomUUID().toString();
        if (trouble.begins(verb, problem.toString())) {
            LOG.error("Request failed verb={} id={}", verb, id, problem);
        } else {
            LOG.error("Request failed as the one before verb={} id={}", verb, id);
        }
        return new Reply(500, new ErrorResult("internal error, see the log for id " + id), "failed");
    }

    /** Size and time are limited by Jetty. */
    private static byte[] body(HttpServletRequest request) {
        try {
            return request.getInputStream().readAllBytes();
        } catch (IOException | HttpException.RuntimeException brokenOff) {
            int status = brokenOff instanceof HttpException limit ? limit.getCode() : BadRequestException.BROKEN_OFF;
            throw new BadRequestException(status, "the request did not arrive completely: " + brokenOff.getMessage());
        }
    }

    private static void write(HttpServletResponse response, Reply reply) throws IOException {
        byte[] body = json(reply.entity());
        response.setStatus(reply.status());
        response.setContentType("application/json");
        response.setContentLength(body.length);
        if (reply.result().equals("bad_request")) {
            // What was not read of the body must not be taken for the next request.
            response.setHeader("Connection", "close");
        }
        response.getOutputStream().write(body);
    }

    private static byte[] json(Object entity) {
        try {
            return PlainJson.MAPPER.writeValueAsBytes(entity);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("cannot write " + entity.getClass().getSimpleName(), impossible);
        }
    }
}
