package io.koordbridge.yarnoperator.view;

import io.koordbridge.answers.NodesAnswer;
import io.koordbridge.api.annotation.YarnFrozen;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.drain.ContainersSeen;
import io.koordbridge.yarnoperator.drain.Drain;
import io.koordbridge.yarnoperator.drain.NamedMaster;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.LeaseStep;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.Phase;
import io.koordbridge.yarnoperator.ledger.LedgerStore;
import io.koordbridge.yarnoperator.node.LeaseStateName;
import io.koordbridge.yarnoperator.node.NodeAsked;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDeclaration;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node's situation as a row. */
@PureCore
final class NodeAnswers {

    private NodeAnswers() {}

    static NodesAnswer.Node row(NodeLeaseStatus one, YarnConversion conversion, Moment moment) {
        Instant now = moment.timeOfDay();
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
                reason(one, conversion),
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
                Totals.milliCpu(Totals.batch(capability, conversion)),
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
                one.managers().others().isEmpty() ? null : one.managers().others(),
                shrink(one, conversion, moment),
                orders(one, moment));
    }

    private static NodesAnswer.@Nullable Orders orders(NodeLeaseStatus one, Moment moment) {
        NodeAsked asked = one.managers().asked();
        YarnFrozen frozen = asked.frozen();
        NodesAnswer.Frozen still = frozen == null ? null : new NodesAnswer.Frozen(frozen.time(), frozen.reason());
        Drain drain = asked.drain();
        return drain == null && still == null
                ? null
                : new NodesAnswer.Orders(drain == null ? null : drain(drain, asked.left(), moment), still);
    }

    private static NodesAnswer.Drain drain(Drain drain, @Nullable ContainersSeen left, Moment moment) {
        List<NodesAnswer.Master> masters = left == null
                ? List.of()
                : left.names().stream()
                        .map(NamedMaster::of)
                        .map(master -> new NodesAnswer.Master(master.application(), master.container()))
                        .toList();
        return new NodesAnswer.Drain(
                drain.request().id(),
                drain.state().name(),
                moment.timeOfDay(drain.since()),
                moment.timeOfDay(drain.deadline()),
                left == null ? 0 : left.containers(),
                masters,
                drain.text());
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
    static String reason(NodeLeaseStatus one, YarnConversion conversion) {
        if (!one.problems().isEmpty()) {
            return one.problems().get(0);
        }
        LeaseStep step = one.step();
        if (step == null) {
            return "another replica leads; the lease is read from the Node";
        }
        Change change = change(one);
        if (change != null && change.phase() != Phase.STEADY) {
            return change.cause().text() + ": to " + conversion.text(change.goal()) + ", "
                    + step.waitsFor().text();
        }
        return step.plan() == null
                ? step.waitsFor().text()
                : step.plan().reason() + "; " + step.waitsFor().text();
    }

    static @Nullable Change change(NodeLeaseStatus one) {
        LeaseStep step = one.step();
        return step == null || step.after() == null ? null : step.after().change();
    }

    /** The deadline of a shrink under way, null where nothing has to leave. */
    static NodesAnswer.@Nullable Shrink shrink(NodeLeaseStatus one, YarnConversion conversion, Moment moment) {
        Change change = change(one);
        return change == null ? null : shrink(change, conversion, moment);
    }

    static NodesAnswer.@Nullable Shrink shrink(Change change, YarnConversion conversion, Moment moment) {
        Instant deadline = change.deadline();
        if (deadline == null || !change.phase().shrinking()) {
            return null;
        }
        BatchAmount goal = conversion.toBatch(change.goal());
        return new NodesAnswer.Shrink(
                moment.timeOfDay(deadline).truncatedTo(ChronoUnit.SECONDS),
                Math.max(0, Duration.between(moment.steady(), deadline).toSeconds()),
                goal.milliCpu(),
                goal.bytes());
    }

    private static @Nullable BigDecimal age(@Nullable Instant at, Instant now) {
        return at == null ? null : BigDecimal.valueOf(seconds(Duration.between(at, now)));
    }

    static double seconds(Duration duration) {
        return Math.max(0, duration.toMillis()) / 1000.0;
    }
}
