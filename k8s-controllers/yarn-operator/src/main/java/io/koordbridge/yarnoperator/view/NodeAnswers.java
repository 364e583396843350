package io.koordbridge.yarnoperator.view;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.ResourceNames;
import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.conversion.YarnConversion;
import io.koordbridge.yarnoperator.lease.LeaseState;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.LeaseStep;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.ledger.LedgerBook;
import io.koordbridge.yarnoperator.ledger.LedgerRow;
import io.koordbridge.yarnoperator.ledger.Timeline.Mark;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import io.koordbridge.yarnoperator.node.NodeSituation;
import io.koordbridge.yarnoperator.reference.ReferenceRule;
import io.koordbridge.yarnoperator.view.Answers.Amount;
import io.koordbridge.yarnoperator.view.Answers.ExplainAnswer;
import io.koordbridge.yarnoperator.view.Answers.NodeAnswer;
import io.koordbridge.yarnoperator.view.Answers.TermAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node's situation as JSON shapes. */
@PureCore
final class NodeAnswers {

    private NodeAnswers() {}

    static NodeAnswer row(NodeSituation one, YarnConversion conversion, Instant now) {
        NodeManagerView manager = first(one);
        NodeManagerMatch match = one.matches().isEmpty() ? null : one.matches().get(0);
        Change change = change(one);
        LeaseStep step = one.step();
        return new NodeAnswer(
                one.node(),
                manager == null ? null : manager.ref().cluster(),
                manager == null ? null : manager.ref().nodeId(),
                match == null ? null : match.way().name(),
                one.state().name(),
                change == null ? null : change.phase().name(),
                step == null ? null : step.waitsFor().text(),
                step == null || step.plan() == null ? null : step.plan().reason(),
                one.reading().capacity(),
                one.seen().books().origin(),
                one.seen().books().pods(),
                one.seen().books().others(),
                one.seen().books().published(),
                Amount.of(one.lease(), conversion),
                amount(Totals.capability(one), conversion),
                amount(Totals.used(one), conversion),
                one.containers(),
                Totals.free(one, conversion),
                Totals.yarnRealUse(one, now),
                Totals.nodeUsed(one, now),
                Totals.prodUsed(one, now),
                age(one.usage().at(), now),
                manager == null ? null : reportAge(manager, one, now),
                LedgerBook.worst(one.ledger()).name(),
                excess(one.ledger()),
                one.problems());
    }

    private static @Nullable NodeManagerView first(NodeSituation one) {
        List<NodeManagerView> managers = one.seen().managers();
        return managers.stream()
                .filter(NodeManagerView::inUse)
                .findFirst()
                .orElse(managers.isEmpty() ? null : managers.get(0));
    }

    private static @Nullable Change change(NodeSituation one) {
        LeaseState state = one.step() == null ? null : one.step().after();
        return state == null ? null : state.change();
    }

    private static @Nullable Amount amount(@Nullable YarnAmount yarn, YarnConversion conversion) {
        return yarn == null ? null : Amount.of(yarn, conversion);
    }

    private static @Nullable Double reportAge(NodeManagerView manager, NodeSituation one, Instant now) {
        boolean never = manager.reportAge().toDays() > 365;
        Duration since = manager.reportAge().plus(Duration.between(one.seen().now(), now));
        return never ? null : seconds(since);
    }

    private static @Nullable Double age(@Nullable Instant at, Instant now) {
        return at == null ? null : seconds(Duration.between(at, now));
    }

    private static double seconds(Duration duration) {
        return Math.max(0, duration.toMillis()) / 1000.0;
    }

    private static BatchAmount excess(List<LedgerRow> rows) {
        long milliCpu = 0;
        long bytes = 0;
        for (LedgerRow row : rows) {
            milliCpu += row.resource().equals(ResourceNames.CPU) ? row.excess() : 0;
            bytes += row.resource().equals(ResourceNames.MEMORY) ? row.excess() : 0;
        }
        return new BatchAmount(milliCpu, bytes);
    }

    static ExplainAnswer explain(NodeSituation one, YarnConversion conversion, List<Mark> recent, Instant now) {
        Change change = change(one);
        LeaseStep step = one.step();
        return new ExplainAnswer(
                one.node(),
                now.toString(),
                one.state().name(),
                change == null ? null : change.phase().name(),
                change == null ? null : change.cause().name(),
                step == null ? null : step.waitsFor().text(),
                change == null ? null : change.since().toString(),
                summary(one, step),
                new Terms(one, conversion, now).list(),
                one.ledger(),
                recent,
                one.problems());
    }

    private static String summary(NodeSituation one, @Nullable LeaseStep step) {
        if (step == null) {
            return "this replica does not lead; the lease is read from the Node";
        }
        if (step.plan() == null) {
            return "lease stays at " + one.lease() + ": " + step.waitsFor().text();
        }
        return "lease " + one.lease() + ", wanted " + step.plan().wanted() + " ("
                + step.plan().reason() + "), at most " + step.plan().limit() + "; "
                + step.waitsFor().text();
    }

    /** Each number the decision was made from. */
    private static final class Terms {

        private final NodeSituation one;
        private final YarnConversion conversion;
        private final Instant now;
        private final List<TermAnswer> terms = new ArrayList<>();

        Terms(NodeSituation one, YarnConversion conversion, Instant now) {
            this.one = one;
            this.conversion = conversion;
            this.now = now;
        }

        List<TermAnswer> list() {
            double seen = seconds(Duration.between(one.seen().now(), now));
            NodeManagerView manager = first(one);
            Double report = manager == null ? null : reportAge(manager, one, now);
            batch(
                    "origin",
                    "O",
                    one.seen().books().origin(),
                    seen,
                    "from " + one.reading().originSource());
            batch("pods", "P", one.seen().books().pods(), seen, "batch requests of bound, unfinished pods");
            batch("thirdParty", "X", one.seen().books().others(), seen, "other entries of batch priority");
            batch("published", "K", one.seen().books().published(), seen, "status.allocatable, what pods may have");
            yarn("used", "U", Totals.used(one), report, "containers, by the ResourceManager");
            yarn("capability", "C", Totals.capability(one), report, "what the ResourceManager schedules on");
            yarn("lease", "L", one.lease(), seen, "what the Node's annotation reserves");
            LeaseStep step = one.step();
            if (step != null && step.plan() != null) {
                batch("free", "F", step.plan().free(), seen, "O - X - P - U");
                yarn("minimum", "min", step.plan().minimum(), null, "minimum allocation of the ResourceManager");
                yarn(
                        "limit",
                        "max",
                        step.plan().limit(),
                        seen,
                        "O - X - P in whole vcores and MB, at least the minimum");
                yarn(
                        "wanted",
                        "L*",
                        step.plan().wanted(),
                        seen,
                        step.plan().reason() + ", weight " + step.plan().weightThousandths() / 1000.0);
            }
            Change change = change(one);
            if (change != null) {
                yarn("goal", "L'", change.goal(), seen, change.phase() + " because of " + change.cause());
            }
            yarn(
                    "referenceOffer",
                    "ref",
                    ReferenceRule.offer(one.seen().books().originOrZero()),
                    seen,
                    "what the reference's rule would offer YARN, whatever pods hold");
            return terms;
        }

        private void batch(String name, String symbol, @Nullable BatchAmount amount, @Nullable Double age, String why) {
            terms.add(new TermAnswer(
                    name,
                    symbol,
                    amount == null ? null : amount.milliCpu(),
                    amount == null ? null : amount.bytes(),
                    null,
                    null,
                    age,
                    amount == null ? "no data" : why));
        }

        private void yarn(String name, String symbol, @Nullable YarnAmount amount, @Nullable Double age, String why) {
            BatchAmount batch = Totals.batch(amount, conversion);
            terms.add(new TermAnswer(
                    name,
                    symbol,
                    batch == null ? null : batch.milliCpu(),
                    batch == null ? null : batch.bytes(),
                    amount == null ? null : amount.vcores(),
                    amount == null ? null : amount.memoryMb(),
                    age,
                    amount == null ? "no data" : why));
        }
    }
}
