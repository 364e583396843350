package io.koordbridge.scheduler.extender;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.scheduler.bind.BindQueue;
import io.koordbridge.scheduler.bind.BindRequest;
import io.koordbridge.scheduler.bind.BindResult;
import io.koordbridge.scheduler.extender.Patience.CallerGoneException;
import io.koordbridge.scheduler.facts.reservation.ReservationMark;
import io.koordbridge.scheduler.plugin.Capabilities;
import io.koordbridge.scheduler.plugin.PodGate;
import io.koordbridge.scheduler.plugin.PodPlan;
import io.koordbridge.scheduler.plugin.PodPlan.Planned;
import io.koordbridge.scheduler.plugin.PodPlan.Refused;
import io.koordbridge.scheduler.preempt.verb.Preemption;
import io.koordbridge.scheduler.view.AnswerBoards;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeAnswer;
import io.koordbridge.scheduler.view.PodFacts;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the verbs answer. A request that cannot be fulfilled is answered with {@code Error} where kube-scheduler shows that text. */
public final class ExtenderVerbs {

    private static final Logger LOG = LoggerFactory.getLogger(ExtenderVerbs.class);
    private static final String NOT_READY = "koord-scheduler extender: nodes and pods are not loaded yet";

    private final ClusterLedger ledger;
    private final Actions actions;
    private final BooleanSupplier ready;
    private final ExtenderConfig settings;
    private final AnswerBoards boards;
    private final PodGate gate;
    private final PodPlan plan;
    private final OneNode oneNode;
    private final FilterRecorder recorder;
    private final ExtenderMetrics metrics;
    private final WireReader wire = new WireReader();

    /**
     * The verbs over a ledger.
     *
     * @param ready whether all nodes and pods are loaded; before that nothing can be decided
     */
    public ExtenderVerbs(
            ClusterLedger ledger,
            Actions actions,
            BooleanSupplier ready,
            ExtenderConfig settings,
            Capabilities capabilities,
            FilterRecorder recorder,
            MetricRegistry metrics) {
        this.ledger = ledger;
        this.actions = actions;
        this.ready = ready;
        this.settings = settings;
        this.boards = new AnswerBoards(ledger.answerBudget(), capabilities.plugins()::answer);
        this.gate = capabilities.gate();
        this.plan = capabilities.plan();
        this.oneNode = new OneNode(ledger, capabilities.plugins(), actions.clock());
        this.recorder = recorder;
        this.metrics = new ExtenderMetrics(metrics);
    }

    /** What the verbs that change something work with. */
    public record Actions(BindQueue binds, Preemption preemption, Clock clock) {}

    /** Which of the nodes the pod may use. */
    Reply filter(byte[] body, Patience patience) {
        ExtenderArguments arguments = arguments(body);
        if (!ready.getAsBoolean()) {
            return new Reply(200, FilterResult.failed(NOT_READY), "not_ready");
        }
        patience.check();
        oneNode.release(arguments.pod());
        PodPlan.Answer planned = plan.answer(arguments.pod(), arguments.nodes());
        recorder.begin(arguments.pod());
        FilterResult result;
        if (planned instanceof Planned on) {
            result = FilterVerb.only(on.node());
            recorder.planned(arguments, result);
        } else {
            FitResult entry = planned instanceof Refused no ? no.reason() : gate.admit(arguments.pod());
            result = entry.fits() ? ofNodes(arguments, patience) : refused(arguments, entry, true);
        }
        metrics.filtered(result);
        LOG.debug("Filtered pod={} result={}", arguments.pod().key(), result);
        return Reply.ok(result);
    }

    private FilterResult refused(ExtenderArguments arguments, FitResult reason, boolean beforeNodes) {
        recorder.refused(arguments, reason, beforeNodes);
        return FilterVerb.refused(arguments, reason);
    }

    private FilterResult ofNodes(ExtenderArguments arguments, Patience patience) {
        PodFacts pod = arguments.pod();
        AnswerBoards.Board board = board(pod);
        Optional<FitResult> nowhere = withoutReservation(arguments, board);
        if (nowhere.isPresent()) {
            gate.release(pod);
            return refused(arguments, nowhere.get(), false);
        }
        FilterVerb.Verdict verdict;
        try {
            verdict = FilterVerb.verdict(arguments, board, settings.refusals(), patience);
        } catch (CallerGoneException givenUp) {
            gate.release(pod);
            recorder.givenUp(pod);
            throw givenUp;
        }
        Optional<String> one = settings.oneNode() ? oneNode.choose(pod, verdict.passed()) : Optional.empty();
        FilterResult result = one.map(verdict::only).orElseGet(() -> verdict.best(pod, settings.bestNodes()));
        if (result.nodeNames().isEmpty()) {
            gate.release(pod);
        }
        recorder.end(arguments, result, one.isPresent());
        return result;
    }

    /** Why a pod that needs a reservation has none on any node, by what the first candidate says. */
    private static Optional<FitResult> withoutReservation(ExtenderArguments arguments, AnswerBoards.Board board) {
        ReservationMark mark = arguments.pod().traits().reservations();
        boolean none = mark.kind() == ReservationMark.Kind.MUST && mark.uids().isEmpty();
        NodeAnswer first = none && !arguments.nodes().isEmpty()
                ? board.about(arguments.nodes().get(0))
                : null;
        return first == null || first.fit().fits() ? Optional.empty() : Optional.of(first.fit());
    }

    /** How good each of the nodes is for the pod. */
    Reply prioritize(byte[] body, Patience patience) {
        ExtenderArguments arguments = arguments(body);
        if (!ready.getAsBoolean()) {
            return new Reply(503, new ErrorResult(NOT_READY), "not_ready");
        }
        List<HostPriority> answer =
                PrioritizeVerb.answer(arguments, board(arguments.pod()), settings.maxScore(), patience);
        LOG.debug("Prioritized pod={} scores={}", arguments.pod().key(), answer);
        return Reply.ok(answer);
    }

    private AnswerBoards.Board board(PodFacts pod) {
        return boards.of(pod.shape(), ledger.viewFor(pod.uid()));
    }

    /** Which pods have to leave each of the nodes. */
    Reply preempt(byte[] body, Patience patience) {
        PreemptArguments read = wire.preempt(body, this::known);
        if (!ready.getAsBoolean()) {
            return new Reply(503, new ErrorResult(NOT_READY), "not_ready");
        }
        PodFacts pod = ledger.shared(read.pod());
        Map<String, Preemption.Outcome> outcomes = recorder.refusedBeforeNodes(pod)
                .map(reason -> Preemption.useless(read.nodes(), reason))
                .orElseGet(() -> actions.preemption().outcomes(pod, read.nodes(), patience::check));
        recorder.preempted(pod, outcomes);
        LOG.info("Preemption pod={} outcomes={}", pod.key(), outcomes);
        return Reply.ok(PreemptResult.of(outcomes));
    }

    /** Binds the pod to the node; the answer may have to wait for its turn and takes no thread while it does. */
    void bind(byte[] body, Consumer<Reply> reply) {
        BindRequest asked = wire.bindRequest(body);
        if (ready.getAsBoolean()) {
            actions.binds().bind(asked, result -> reply.accept(reply(result)));
        } else {
            reply.accept(new Reply(200, new ErrorResult(NOT_READY), "not_ready"));
        }
    }

    private static Reply reply(BindResult result) {
        return result.code().bound()
                ? Reply.ok(new ErrorResult(""))
                : new Reply(200, new ErrorResult(result.message()), "failed");
    }

    private ExtenderArguments arguments(byte[] body) {
        ExtenderArguments read = wire.arguments(body, this::known);
        return new ExtenderArguments(ledger.shared(read.pod()), read.nodes());
    }

    private Optional<PodFacts> known(PodName pod) {
        return ledger.pendingPod(pod.namespace(), pod.name())
                .filter(found -> !pod.uid().isEmpty() && pod.uid().equals(found.uid()));
    }

    /** How long the callers of filter, prioritize and preempt wait. */
    Patience patience() {
        return new Patience(settings.answerWithin(), System::nanoTime);
    }
}
