package io.koordbridge.scheduler.extender;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.kube.client.RecurringProblems;
import io.koordbridge.scheduler.bind.BindResult;
import io.koordbridge.scheduler.bind.Binder;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.view.ClusterLedger;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
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
    private static final String NOT_READY = "koord-scheduler extender: nodes and pods are not loaded yet";

    private final ClusterLedger ledger;
    private final Binder binder;
    private final BooleanSupplier ready;
    private final ExtenderConfig settings;
    private final PluginList plugins;
    private final ExtenderMetrics metrics;
    private final WireReader wire;
    /** By verb. */
    private final RecurringProblems<String> trouble = new RecurringProblems<>();

    private final BoundedBody bodies;

    /**
     * The verbs over a ledger.
     *
     * @param ready whether all nodes and pods are loaded; before that nothing can be decided
     */
    public ExtenderResource(
            ClusterLedger ledger,
            Binder binder,
            BooleanSupplier ready,
            ExtenderConfig settings,
            PluginList plugins,
            MetricRegistry metrics) {
        this.ledger = ledger;
        this.binder = binder;
        this.ready = ready;
        this.settings = settings;
        this.plugins = plugins;
        this.metrics = new ExtenderMetrics(metrics);
        long maxBytes = settings.maxRequestSize().toBytes();
        this.wire = new WireReader(maxBytes);
        this.bodies = new BoundedBody(maxBytes, settings.readTimeout().toJavaDuration(), System::nanoTime);
    }

    private record Reply(int status, Object entity, String result) {}

    private interface Verb {
        Reply answer(byte[] body);
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

    /** Binds the pod to the node. */
    @POST
    @Path("bind")
    public Response bind(@Context HttpServletRequest request) {
        return answer("bind", request, this::bind);
    }

    private Reply filter(byte[] body) {
        ExtenderArguments arguments = wire.arguments(body);
        if (!ready.getAsBoolean()) {
            return new Reply(200, FilterResult.failed(NOT_READY), "not_ready");
        }
        FilterResult result =
                FilterVerb.answer(arguments, ledger.viewFor(arguments.pod().uid()), plugins, settings.refusals());
        metrics.filtered(result);
        LOG.debug("Filtered pod={} result={}", arguments.pod().key(), result);
        return new Reply(200, result, "ok");
    }

    private Reply prioritize(byte[] body) {
        ExtenderArguments arguments = wire.arguments(body);
        if (!ready.getAsBoolean()) {
            return new Reply(503, new ErrorResult(NOT_READY), "not_ready");
        }
        List<HostPriority> answer =
                PrioritizeVerb.answer(arguments, ledger.viewFor(arguments.pod().uid()), plugins, settings.maxScore());
        LOG.debug("Prioritized pod={} scores={}", arguments.pod().key(), answer);
        return new Reply(200, answer, "ok");
    }

    private Reply bind(byte[] body) {
        if (!ready.getAsBoolean()) {
            return new Reply(200, new ErrorResult(NOT_READY), "not_ready");
        }
        BindResult result = binder.bind(wire.bindRequest(body));
        return result.code().bound()
                ? new Reply(200, new ErrorResult(""), "ok")
                : new Reply(200, new ErrorResult(result.message()), "failed");
    }

    private Response answer(String name, HttpServletRequest request, Verb verb) {
        try (Timer.Context timed = metrics.duration(name).time();
                BoundedBody.Held body = bodies.read(request)) {
            Reply reply = verb.answer(body.bytes());
            metrics.answered(name, reply.result());
            if (trouble.ends(name)) {
                LOG.info("Requests are answered again verb={}", name);
            }
            return response(reply.status(), reply.entity());
        } catch (BadRequestException refused) {
            metrics.answered(name, "bad_request");
            String problem = String.valueOf(refused.getMessage());
            if (trouble.begins(name, problem)) {
                LOG.warn(
                        "Bad request, told once until one is answered verb={} status={} problem={}",
                        name,
                        refused.status(),
                        problem);
            }
            Response response = response(refused.status(), new ErrorResult(problem));
            // What was not read of the body must not be taken for the next request.
            response.getHeaders().putSingle("Connection", "close");
            return response;
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
