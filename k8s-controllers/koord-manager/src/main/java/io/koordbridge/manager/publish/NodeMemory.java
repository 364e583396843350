package io.koordbridge.manager.publish;

import io.koordbridge.capacity.explain.CapacityHistory;
import io.koordbridge.capacity.plan.NodeExplanation;
import io.koordbridge.capacity.plan.NodeExplanation.LastWrite;
import io.koordbridge.capacity.plan.PassMemory;
import io.koordbridge.capacity.protection.NodeProtection;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.colocation.EffectiveStrategy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What passes leave for the next one over the same node.
 *
 * @param identity uid of the Node; one that was deleted and made again under its name is another one
 * @param upToDateAt when this process last brought the node up to date, null when never
 * @param passes the state that the last pass left, null before the first
 * @param history the last changes of the published values
 * @param explanation of the last pass, null before the first
 * @param countedReport arrival of the last NodeMetric whose way to the status was measured, null when none was
 * @param unprotectedSince since when this process has seen the node without protection, null while it has not
 */
@PureCore
record NodeMemory(
        String identity,
        @Nullable Instant upToDateAt,
        @Nullable PassMemory passes,
        CapacityHistory history,
        @Nullable NodeExplanation explanation,
        @Nullable Instant countedReport,
        @Nullable Instant unprotectedSince) {

    /** Nothing is known of the node. */
    static NodeMemory of(String identity) {
        return new NodeMemory(identity, null, null, CapacityHistory.NONE, null, null, null);
    }

    /** What another process published since this one did last shows on the node; how it was protected since is not known. */
    NodeMemory begun() {
        return new NodeMemory(identity, null, null, history, explanation, countedReport, null);
    }

    /** Before a pass: what the node shows of an earlier process is taken to be of now. */
    NodeMemory before(Instant now) {
        return passes == null ? passed(PassMemory.at(now)) : this;
    }

    /** The state that the last pass left, where a pass is under way. */
    PassMemory passes(Instant now) {
        return passes == null ? PassMemory.at(now) : passes;
    }

    /** Strategy of the last pass, null before the first. */
    EffectiveStrategy.@Nullable ForNode strategy() {
        return explanation == null ? null : explanation.terms().strategy();
    }

    /** The last write of the Node, null when there was none. */
    @Nullable
    LastWrite lastWrite() {
        return explanation == null ? null : explanation.lastWrite();
    }

    NodeMemory upToDate(@Nullable Instant at) {
        return new NodeMemory(identity, at, passes, history, explanation, countedReport, unprotectedSince);
    }

    NodeMemory passed(PassMemory now) {
        return new NodeMemory(identity, upToDateAt, now, history, explanation, countedReport, unprotectedSince);
    }

    NodeMemory changed(CapacityHistory now) {
        return new NodeMemory(identity, upToDateAt, passes, now, explanation, countedReport, unprotectedSince);
    }

    NodeMemory explained(NodeExplanation now) {
        return new NodeMemory(identity, upToDateAt, passes, history, now, countedReport, unprotectedSince);
    }

    NodeMemory judged(NodeProtection protection) {
        return new NodeMemory(
                identity, upToDateAt, passes, history, explanation, countedReport, protection.unprotectedSince());
    }

    NodeMemory counted(Instant report) {
        return new NodeMemory(identity, upToDateAt, passes, history, explanation, report, unprotectedSince);
    }
}
