package io.koordbridge.scheduler.extender;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.scheduler.bind.BindQueue;
import io.koordbridge.scheduler.bind.BindRequest;
import io.koordbridge.scheduler.bind.BindResult;
import io.koordbridge.scheduler.extender.Patience.CallerGoneException;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.plugin.PodPlan;
import io.koordbridge.scheduler.plugin.PodPlan.Planned;
import io.koordbridge.scheduler.plugin.PodPlan.Refused;
import io.koordbridge.scheduler.preempt.verb.Preemption;
import io.koordbridge.scheduler.view.AnswerBoards;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PodFacts;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The verbs. A request that was understood is answered with 200 and, where it cannot be fulfilled, with {@code Error}: the
 * scheduler shows that text, whereas of any other status it shows only the number.
 */
@Path("/extender/v1")
@Produces(MediaType.APPLICATION_JSON)
public final class ExtenderResource {

    private static final Logger LOG = LoggerFactory.getLogger(ExtenderResource.class);
    private static final String BIND = "bind";
    private static final String NOT_READY = "koord-scheduler extender: nodes and pods are not loaded yet";

    private final ClusterLedger ledger;
    private final BindQueue binds;
    private final BooleanSupplier ready;
    private final ExtenderConfig settings;
    private final AnswerBoards boards;
    private final PodGate gate;
    private final PodPlan plan;
    private final FilterRecorder recorder;
    private final Preemption preemption;
    private final ExtenderMetrics metrics;
    private final WireReader wire = new WireReader();
    /** By verb. */
    private final RecurringProblems<String> trouble = new RecurringProblems<>();

    /**
     * The verbs over a ledger.
     *
     * @param ready whether all nodes and pods are loaded; before that nothing can be decided
     */
    public ExtenderResource(
            ClusterLedger ledger,
            Actions actions,
            BooleanSupplier ready,
            ExtenderConfig settings,
            Capabilities capabilities,
            FilterRecorder recorder,
            MetricRegistry metrics) {
        this.ledger = ledger;
        this.binds = actions.binds();
        this.ready = ready;
        this.settings = settings;
        this.boards = new AnswerBoards(ledger.answerBudget(), capabilities.plugins()::answer);
        this.gate = capabilities.gate();
        this.preemption = actions.preemption();
        this.plan = capabilities.plan();
        this.recorder = recorder;
        this.metrics = new ExtenderMetrics(metrics);
    }

    /** What the verbs that change something work with. */
    public record Actions(BindQueue binds, Preemption preemption) {}

    private record Reply(int status, Object entity, String result) {}

    private interface Verb {
        Reply answer(byte[] body, Patience patience);
    }

    /** Which of the nodes the pod may use. */
    @POST
    @Path("filter")
    public Response filter(@Context HttpServletRequest request) {
        return answer("filter", request, this::filter);
    }

    /** How good each of the nodes is for the pod. */
    @POST
    @Path("prioritize")
    public Response prioritize(@Context HttpServletRequest request) {
        return answer("prioritize", request, this::prioritize);
    }

    /** Which pods have to leave each of the nodes. */
    @POST
    @Path("preempt")
    public Response preempt(@Context HttpServletRequest request) {
        return answer("preempt", request, this::preempt);
    }

    /** Binds the pod to the node; the answer may have to wait for its turn and takes no thread meanwhile. */
    @POST
    @Path("bind")
    public void bind(@Context HttpServletRequest request, @Suspended AsyncResponse answer) {
        Timer.Context timed = metrics.duration(BIND).time();
        Consumer<Reply> reply = given -> {
            answered(BIND, given);
            timed.stop();
            answer.resume(response(given.status(), given.entity()));
        };
        try {
            BindRequest asked = wire.bindRequest(body(request));
            if (ready.getAsBoolean()) {
                binds.bind(asked, result -> reply.accept(reply(result)));
            } else {
                reply.accept(new Reply(200, new ErrorResult(NOT_READY), "not_ready"));
            }
        } catch (BadRequestException refused) {
            timed.stop();
            answer.resume(refused(BIND, refused));
        }
    }

    private static Reply reply(BindResult result) {
        return result.code().bound()
                ? new Reply(200, new ErrorResult(""), "ok")
                : new Reply(200, new ErrorResult(result.message()), "failed");
    }

    private Reply filter(byte[] body, Patience patience) {
        ExtenderArguments arguments = arguments(body);
        if (!ready.getAsBoolean()) {
            return new Reply(200, FilterResult.failed(NOT_READY), "not_ready");
        }
        patience.check();
        PodPlan.Answer planned = plan.answer(arguments.pod(), arguments.nodes());
        recorder.begin(arguments.pod());
        FilterResult result;
        boolean byNode = false;
        if (planned instanceof Planned on) {
            result = FilterVerb.only(on.node());
        } else {
            FitResult entry = planned instanceof Refused no ? no.reason() : gate.admit(arguments.pod());
            byNode = entry.fits();
            result = byNode ? ofNodes(arguments, patience) : FilterVerb.refused(arguments, entry, settings.refusals());
        }
        recorder.end(arguments, result, byNode);
        metrics.filtered(result);
        LOG.debug("Filtered pod={} result={}", arguments.pod().key(), result);
        return new Reply(200, result, "ok");
    }

    private FilterResult ofNodes(ExtenderArguments arguments, Patience patience) {
        FilterResult result;
        try {
            result = FilterVerb.answer(
                    arguments, board(arguments.pod()), settings.refusals(), settings.bestNodes(), patience);
        } catch (CallerGoneException givenUp) {
            gate.release(arguments.pod());
            recorder.givenUp(arguments.pod());
            throw givenUp;
        }
        if (result.nodeNames().isEmpty()) {
            gate.release(arguments.pod());
        }
        return result;
    }

    private Reply prioritize(byte[] body, Patience patience) {
        ExtenderArguments arguments = arguments(body);
        if (!ready.getAsBoolean()) {
            return new Reply(503, new ErrorResult(NOT_READY), "not_ready");
        }
        List<HostPriority> answer =
                PrioritizeVerb.answer(arguments, board(arguments.pod()), settings.maxScore(), patience);
        LOG.debug("Prioritized pod={} scores={}", arguments.pod().key(), answer);
        return new Reply(200, answer, "ok");
    }

    private AnswerBoards.Board board(PodFacts pod) {
        return boards.of(pod.shape(), ledger.viewFor(pod.uid()));
    }

    private Reply preempt(byte[] body, Patience patience) {
        PreemptArguments read = wire.preempt(body, this::known);
        if (!ready.getAsBoolean()) {
            return new Reply(503, new ErrorResult(NOT_READY), "not_ready");
        }
        PodFacts pod = ledger.shared(read.pod());
        Map<String, Preemption.Outcome> outcomes = preemption.outcomes(pod, read.nodes(), patience::check);
        recorder.preempted(pod, outcomes);
        LOG.info("Preemption pod={} outcomes={}", pod.key(), outcomes);
        return new Reply(200, PreemptResult.of(outcomes), "ok");
    }

    private ExtenderArguments arguments(byte[] body) {
        ExtenderArguments read = wire.arguments(body, this::known);
        return new ExtenderArguments(ledger.shared(read.pod()), read.nodes());
    }

    private Optional<PodFacts> known(PodName pod) {
        return ledger.pendingPod(pod.namespace(), pod.name())
                .filter(found -> !pod.uid().isEmpty() && pod.uid().equals(found.uid()));
    }

    private Response answer(String name, HttpServletRequest request, Verb verb) {
        try (Timer.Context timed = metrics.duration(name).time()) {
            Patience patience = new Patience(settings.answerWithin(), System::nanoTime);
            Reply reply = verb.answer(body(request), patience);
            answered(name, reply);
            return response(reply.status(), reply.entity());
        } catch (BadRequestException refused) {
            return refused(name, refused);
        } catch (CallerGoneException givenUp) {
            return late(name, givenUp);
        } catch (RuntimeException unexpected) {
            String id = UUID.randomUUID().toString();
            metrics.answered(name, "failed");
            if (trouble.begins(name, unexpected.toString())) {
                LOG.error("Request failed verb={} id={}", name, id, unexpected);
            } else {
                LOG.error("Request failed as the one before verb={} id={}", name, id);
            }
            return response(500, new ErrorResult("internal error, see the log for id " + id));
        }
    }

    private Response late(String verb, CallerGoneException givenUp) {
        metrics.answered(verb, "given_up");
        String problem = String.valueOf(givenUp.getMessage());
        if (trouble.begins(verb, problem)) {
            LOG.warn("Request given up, logged once until one is answered verb={} problem={}", verb, problem);
        }
        return response(503, new ErrorResult("koord-scheduler extender: " + problem));
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

    private void answered(String verb, Reply reply) {
        metrics.answered(verb, reply.result());
        if (trouble.ends(verb)) {
            LOG.info("Requests are answered again verb={}", verb);
        }
    }

    private Response refused(String verb, BadRequestException refused) {
        metrics.answered(verb, "bad_request");
        String problem = String.valueOf(refused.getMessage());
        if (trouble.begins(verb, problem)) {
            LOG.warn(
                    "Bad request, logged once until one is answered verb={} status={} problem={}",
                    verb,
                    refused.status(),
                    problem);
        }
        Response response = response(refused.status(), new ErrorResult(problem));
        // What was not read of the body must not be taken for the next request.
        response.getHeaders().putSingle("Connection", "close");
        return response;
    }

    private Response response(int status, Object entity) {
        try {
            return Response.status(status)
                    .type(MediaType.APPLICATION_JSON_TYPE)
                    .entity(PlainJson.MAPPER.writeValueAsBytes(entity))
                    .build();
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("cannot write " + entity.getClass().getSimpleName(), impossible);
        }
    }
}
