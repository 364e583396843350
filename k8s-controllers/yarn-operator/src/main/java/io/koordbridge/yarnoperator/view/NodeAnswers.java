package io.koordbridge.yarnoperator.view;

import io.koordbridge.answers.NodesAnswer;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.conversion.YarnConversion;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.LeaseStep;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.Phase;
import io.koordbridge.yarnoperator.ledger.LedgerStore;
import io.koordbridge.yarnoperator.node.LeaseStateName;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node's situation as a row. */
@PureCore
final class NodeAnswers {

    private static final long STEP_SECONDS = 10;

    private NodeAnswers() {}

    static NodesAnswer.Node row(NodeLeaseStatus one, YarnConversion conversion, Instant now) {
        NodeManagerRef manager = manager(one);
        YarnAmount lease = Totals.lease(one);
        BatchAmount leaseBatch = Totals.batch(lease, conversion);
        YarnAmount capability = Totals.capability(one);
        YarnAmount used = Totals.used(one);
        BatchAmount usedBatch = Totals.batch(used, conversion);
        BatchAmount origin = one.seen().books().origin();
        BatchAmount free = Totals.free(one, conversion);
        BatchAmount prod = Totals.prod(one, now);
        BatchAmount yarnUsage = Totals.yarnUsage(one, now);
        return new NodesAnswer.Node(
                one.node(),
                manager == null ? null : ClusterDeclaration.name(manager.cluster()),
                manager == null ? null : manager.nodeId(),
                state(one),
                reason(one, now),
                LedgerStore.worst(one.ledger()).name(),
                Totals.milliCpu(origin),
                Totals.bytes(origin),
                one.seen().books().pods().milliCpu(),
                one.seen().books().pods().bytes(),
                Totals.vcores(lease),
                Totals.memoryMb(lease),
                Totals.milliCpu(leaseBatch),
                Totals.bytes(leaseBatch),
                Totals.vcores(capability),
                Totals.memoryMb(capability),
                Totals.vcores(used),
                Totals.memoryMb(used),
                Totals.milliCpu(usedBatch),
                Totals.bytes(usedBatch),
                Totals.milliCpu(free),
                Totals.bytes(free),
                Totals.milliCpu(prod),
                Totals.bytes(prod),
                Totals.milliCpu(yarnUsage),
                Totals.bytes(yarnUsage),
                age(one.usage().at(), now),
                one.managers().others().isEmpty() ? null : one.managers().others());
    }

    private static @Nullable NodeManagerRef manager(NodeLeaseStatus one) {
        List<NodeManagerView> managers = one.seen().managers();
        return managers.stream()
                .filter(NodeManagerView::inUse)
                .findFirst()
                .or(() -> managers.stream().findFirst())
                .map(NodeManagerView::ref)
                .orElse(null);
    }

    static String state(NodeLeaseStatus one) {
        return one.state() == LeaseStateName.UNKNOWN ? "UNMATCHED" : one.state().name();
    }

    /** One sentence: what is wrong, else what is waited for, else why this much. */
    static String reason(NodeLeaseStatus one, Instant now) {
        if (!one.problems().isEmpty()) {
            return one.problems().get(0);
        }
        LeaseStep step = one.step();
        if (step == null) {
            return "another replica leads; the lease is read from the Node";
        }
        Change change = step.after() == null ? null : step.after().change();
        if (change != null && change.phase() != Phase.STEADY) {
            return change.cause().text() + ": to " + change.goal() + ", "
                    + step.waitsFor().text()
                    + left(change, now);
        }
        return step.plan() == null
                ? step.waitsFor().text()
                : step.plan().reason() + "; " + step.waitsFor().text();
    }

    /** Time that containers have; in steps of ten seconds while it is long, so that it does not change at each look. */
    static String left(Change change, Instant now) {
        if (change.deadline() == null || !change.phase().shrinking()) {
            return "";
        }
        long seconds = Math.max(0, Duration.between(now, change.deadline()).toSeconds());
        return "; " + (seconds < STEP_SECONDS ? seconds : seconds / STEP_SECONDS * STEP_SECONDS)
                + " s until containers that stay are preempted";
    }

    private static @Nullable BigDecimal age(@Nullable Instant at, Instant now) {
        return at == null ? null : BigDecimal.valueOf(seconds(Duration.between(at, now)));
    }

    static double seconds(Duration duration) {
        return Math.max(0, duration.toMillis()) / 1000.0;
    }
}
