package io.koordbridge.scheduler.bind;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.scheduler.bind.BindingApi.Answer;
import io.koordbridge.scheduler.bind.BindingApi.Verdict;
import io.koordbridge.scheduler.explain.BindDecision;
import io.koordbridge.scheduler.explain.Decisions;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PluginList;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.view.Assumption;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterLedger.AlreadyBound;
import io.koordbridge.scheduler.view.ClusterLedger.Assumed;
import io.koordbridge.scheduler.view.ClusterLedger.Placement;
import io.koordbridge.scheduler.view.ClusterLedger.Refused;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.PlacedPod;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Binds one pod: checks again under the node's lock, enters the placement, writes one Binding, and rolls back or confirms. A
 * placement whose outcome is unknown stays entered: capacity that may be taken is never handed out.
 */
public final class Binder {

    private static final Logger LOG = LoggerFactory.getLogger(Binder.class);

    private final ClusterLedger ledger;
    private final PluginList plugins;
    private final PodGate gate;
    private final BindingApi api;
    private final Decisions decisions;
    private final BindConfig settings;
    private final SteadyClock clock;
    private final MetricRegistry metrics;
    private final Timer duration;

    /**
     * A binder for the ledger's nodes.
     *
     * @param clock deadlines go by its instants, what others read by its time of day
     */
    public Binder(
            ClusterLedger ledger,
            Capabilities capabilities,
            BindingApi api,
            Decisions decisions,
            BindConfig settings,
            SteadyClock clock,
            MetricRegistry metrics) {
        this.ledger = ledger;
        this.plugins = capabilities.plugins();
        this.gate = capabilities.gate();
        this.api = api;
        this.decisions = decisions;
        this.settings = settings;
        this.clock = clock;
        this.metrics = metrics;
        this.duration = metrics.timer("koord_scheduler_bind_seconds");
    }

    /**
     * Binds the pod or says why not; asking again for a pod that is bound there succeeds.
     *
     * @param annotations of the Binding, beside those of the plugins
     */
    public BindResult bind(BindRequest request, Map<String, String> annotations) {
        try (Timer.Context timed = duration.time()) {
            return ended(request, bindWithinLimits(request, annotations));
        }
    }

    /** A bind whose turn did not come in time: nothing is written. */
    BindResult overloaded(BindRequest request, String message) {
        return ended(request, new BindResult(BindCode.OVERLOADED, message));
    }

    /** A bind that another capability refused: nothing is written. */
    BindResult alone(BindRequest request, String message) {
        return ended(request, new BindResult(BindCode.ALONE, message));
    }

    private BindResult bindWithinLimits(BindRequest request, Map<String, String> annotations) {
        Optional<PodFacts> found;
        try {
            found = podOf(request);
        } catch (BindingApiException noAnswer) {
            return new BindResult(BindCode.UNKNOWN, String.valueOf(noAnswer.getMessage()));
        }
        if (found.isEmpty()) {
            return new BindResult(
                    BindCode.NO_SUCH_POD,
                    "pod " + request.podKey() + " with uid '" + request.uid() + "' does not exist any more");
        }
        PodFacts pod = found.get();
        if (pod.nodeName() != null) {
            return boundElsewhereOrHere(request, pod);
        }
        FitResult entry = gate.confirm(pod);
        if (!entry.fits()) {
            return new BindResult(BindCode.CONFLICT, "refused since filter: " + entry.message());
        }
        BindResult result = placed(request, annotations.isEmpty() ? pod : pod.with(pod.numa(), annotations));
        if (!result.code().mayBeBound()) {
            gate.release(pod);
        }
        return result;
    }

    private BindResult placed(BindRequest request, PodFacts pod) {
        Instant checkAt = clock.instant().plus(settings.confirmWithin());
        AtomicReference<Map<String, Long>> scores = new AtomicReference<>(Map.of());
        PodFacts now = pod.scheduledAt(clock.timeOfDay());
        Placement placement = ledger.assume(now, request.node(), checkAt, view -> {
            PlacedPod placed = plugins.place(now, view);
            scores.set(placed.scores());
            return placed;
        });
        if (placement instanceof Assumed assumed) {
            BindResult result = write(request, assumed.assumption());
            decided(assumed.assumption().pod(), request.node(), result, Objects.requireNonNull(scores.get()));
            return result;
        }
        if (placement instanceof AlreadyBound) {
            return BindResult.of(BindCode.ALREADY_BOUND);
        }
        BindResult conflict = new BindResult(
                BindCode.CONFLICT,
                "node " + request.node() + " changed since filter: "
                        + ((Refused) placement).verdict().message());
        decided(pod, request.node(), conflict, Map.of());
        return conflict;
    }

    private void decided(PodFacts pod, String node, BindResult result, Map<String, Long> scores) {
        decisions.bindEnded(
                pod,
                new BindDecision(
                        clock.timeOfDay(),
                        node,
                        result.code().bound(),
                        result.message(),
                        scores,
                        pod.numa().holding()));
    }

    /** The pod from the cache when that is certainly the one meant, else from the API server. */
    private Optional<PodFacts> podOf(BindRequest request) {
        Optional<PodFacts> cached = ledger.pendingPod(request.namespace(), request.name())
                .filter(pod -> isMeant(request, pod) && !request.uid().isEmpty());
        return cached.isPresent()
                ? cached
                : api.read(request.namespace(), request.name())
                        .filter(pod -> isMeant(request, pod))
                        .map(ledger::marked);
    }

    private static boolean isMeant(BindRequest request, PodFacts pod) {
        return request.uid().isEmpty() || request.uid().equals(pod.uid());
    }

    private static BindResult boundElsewhereOrHere(BindRequest request, PodFacts pod) {
        return request.node().equals(pod.nodeName())
                ? BindResult.of(BindCode.ALREADY_BOUND)
                : new BindResult(BindCode.REFUSED, "pod " + pod.key() + " is bound to node " + pod.nodeName());
    }

    private BindResult write(BindRequest request, Assumption assumption) {
        Answer answer = tryWithinBudget(request, assumption);
        return switch (answer.verdict()) {
            case DONE -> BindResult.of(BindCode.BOUND);
            case REFUSED, BUSY -> rollBack(assumption, answer.message());
            case CONFLICT, UNKNOWN -> settleByReading(request, assumption, answer);
        };
    }

    private Answer tryWithinBudget(BindRequest request, Assumption assumption) {
        Instant noNewAttemptAfter = clock.instant().plus(settings.budget());
        boolean lost = false;
        Answer answer = new Answer(Verdict.BUSY, "not tried");
        for (int attempt = 1; attempt <= settings.attempts(); attempt++) {
            answer = api.bind(assumption.pod(), request.node(), assumption.pod().missingAnnotations());
            boolean again = answer.verdict() == Verdict.BUSY || answer.verdict() == Verdict.UNKNOWN;
            if (!again || clock.instant().isAfter(noNewAttemptAfter)) {
                break;
            }
            lost |= answer.verdict() == Verdict.UNKNOWN;
        }
        boolean certain = answer.verdict() == Verdict.DONE || answer.verdict() == Verdict.CONFLICT;
        // A refused second try says nothing about a lost first one.
        return lost && !certain ? new Answer(Verdict.UNKNOWN, answer.message()) : answer;
    }

    private BindResult rollBack(Assumption assumption, String message) {
        ledger.release(assumption);
        return new BindResult(BindCode.REFUSED, message);
    }

    /** An earlier try may have gone through although its answer was lost. */
    private BindResult settleByReading(BindRequest request, Assumption assumption, Answer answer) {
        Optional<PodFacts> now;
        try {
            now = api.read(request.namespace(), request.name());
        } catch (BindingApiException noAnswer) {
            return new BindResult(BindCode.UNKNOWN, answer.message() + "; " + noAnswer.getMessage());
        }
        Optional<PodFacts> same =
                now.filter(pod -> pod.uid().equals(assumption.pod().uid()));
        if (same.isEmpty()) {
            ledger.release(assumption);
            return new BindResult(BindCode.NO_SUCH_POD, answer.message());
        }
        PodFacts pod = same.get();
        if (request.node().equals(pod.nodeName())) {
            return BindResult.of(BindCode.BOUND);
        }
        if (pod.nodeName() != null || answer.verdict() == Verdict.CONFLICT) {
            return rollBack(assumption, answer.message());
        }
        // The lost write may still arrive: the place stays taken until the sweep knows better.
        return new BindResult(BindCode.UNKNOWN, "no answer to the binding: " + answer.message());
    }

    private BindResult ended(BindRequest request, BindResult result) {
        metrics.counter(MetricNames.of(
                        "koord_scheduler_binds_total", "result", result.code().label()))
                .inc();
        if (result.code() == BindCode.BOUND) {
            LOG.debug("Bound pod={} uid={} node={}", request.podKey(), request.uid(), request.node());
        } else if (!result.code().bound()) {
            LOG.info(
                    "Not bound pod={} uid={} node={} code={} reason={}",
                    request.podKey(),
                    request.uid(),
                    request.node(),
                    result.code(),
                    result.message());
        }
        return result;
    }
}
