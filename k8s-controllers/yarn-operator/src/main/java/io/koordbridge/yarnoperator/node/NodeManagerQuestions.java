package io.koordbridge.yarnoperator.node;

import io.koordbridge.kube.time.SteadyClock;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.LeaseAction.AskMasters;
import io.koordbridge.yarnoperator.lease.LeaseState;
import io.koordbridge.yarnoperator.lease.LeaseStep;
import io.koordbridge.yarnoperator.lease.Masters;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.node.NodeObserver.Observed;
import io.koordbridge.yarnoperator.resourcemanager.KnownMasters;
import io.koordbridge.yarnoperator.resourcemanager.NodeManagerProbe;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** When NodeManagers are asked: the node agent by an annotation, their web servers directly. */
final class NodeManagerQuestions {

    /** How long the last answer about application masters is trusted where no node agent reports. */
    private static final Duration MASTERS_KNOWN = Duration.ofSeconds(30);

    private final NodeManagerProbe probe;
    private final SteadyClock clock;
    private final Consumer<String> requeue;

    NodeManagerQuestions(NodeManagerProbe probe, SteadyClock clock, Consumer<String> requeue) {
        this.probe = probe;
        this.clock = clock;
        this.requeue = requeue;
    }

    /** Text of a new question, which no operator has asked before. */
    String next(AskMasters ask, long term) {
        long time = clock.timeOfDay(clock.instant()).toEpochMilli();
        return term + "." + ask.number() + "." + Long.toString(time, Character.MAX_RADIX);
    }

    /**
     * Asks web servers while a shrink is under way or use is not proven, and when the node agent knows other masters; now and then while no agent
     * says what masters hold.
     */
    void ask(Observed observed, NodeMemory memory, LeaseState after) {
        KnownMasters known = memory.masters.known();
        boolean wanted = after.change().phase().shrinking()
                || after.memory().beliefs().doubted()
                || !memory.drains.underWay().isEmpty()
                || !known.equals(memory.askedBy)
                || mastersAreOld(observed, memory, after);
        if (!wanted) {
            return;
        }
        String name = observed.node().getMetadata().getName();
        memory.webAskedAt = observed.seen().now();
        for (Map.Entry<NodeManagerRef, String> address : observed.webAddresses().entrySet()) {
            if (probe.ask(address.getKey(), address.getValue(), known, () -> requeue.accept(name))) {
                memory.askedBy = known;
            }
        }
    }

    private static boolean mastersAreOld(Observed observed, NodeMemory memory, LeaseState after) {
        Instant now = observed.seen().now();
        Masters masters = observed.seen().masters();
        boolean some = masters.held() != null && !masters.held().equals(YarnAmount.ZERO);
        boolean agent = memory.nodeManager.masters() != null;
        boolean unanswered = after.memory().question().unanswered(masters, now);
        Instant asked = memory.webAskedAt;
        boolean due = asked == null || asked.plus(MASTERS_KNOWN).isBefore(now);
        return due && (unanswered || (some && !agent));
    }

    /** What is wrong while there is no answer, null otherwise. */
    static @Nullable String problem(Observed observed, LeaseStep step) {
        LeaseState after = step.after();
        boolean unanswered = after != null
                && after.memory()
                        .question()
                        .unanswered(observed.seen().masters(), observed.seen().now());
        return unanswered
                ? "Node/" + observed.node().getMetadata().getName()
                        + ": masters of this node are not known: neither the node agent nor the NodeManager's web"
                        + " server answers, shrinks keep place for one"
                : null;
    }
}
