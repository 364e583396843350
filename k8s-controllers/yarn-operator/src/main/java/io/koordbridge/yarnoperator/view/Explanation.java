package io.koordbridge.yarnoperator.view;

import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.policy.lease.LeasePlan;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.LeaseState.Change;
import io.koordbridge.yarnoperator.lease.LeaseStep;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.view.Answers.ExplainAnswer;
import io.koordbridge.yarnoperator.view.Answers.TermAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Each number that a node's decision was made from, in the order of the formula. */
@PureCore
final class Explanation {

    private static final Duration NEVER = Duration.ofDays(365);

    private final NodeLeaseStatus one;
    private final YarnAmount keeps;
    private final YarnConversion conversion;
    private final Instant now;
    private final List<TermAnswer> terms = new ArrayList<>();

    private Explanation(NodeLeaseStatus one, YarnAmount keeps, YarnConversion conversion, Instant now) {
        this.one = one;
        this.keeps = keeps;
        this.conversion = conversion;
        this.now = now;
    }

    /**
     * Explains a node.
     *
     * @param keeps what it keeps so that the largest container stays possible, 0 for nothing
     */
    static ExplainAnswer of(NodeLeaseStatus one, YarnAmount keeps, YarnConversion conversion, Moment moment) {
        return new ExplainAnswer(
                one.node(),
                moment.timeOfDay().toString(),
                NodeAnswers.state(one),
                NodeAnswers.reason(one, conversion),
                NodeAnswers.shrink(one, conversion, moment),
                new Explanation(one, keeps, conversion, moment.steady()).list());
    }

    private List<TermAnswer> list() {
        double seen = NodeAnswers.seconds(Duration.between(one.seen().now(), now));
        Double report = reportAge();
        batch("origin", one.seen().books().origin(), one.reading().originSource(), seen);
        batch("pods", one.seen().books().pods(), "batch requests of bound, unfinished pods", seen);
        batch("third party", one.seen().books().others(), "other entries of batch priority", seen);
        batch("pods' share", one.seen().books().published(), "status.allocatable", seen);
        yarn("used", Totals.used(one), "containers, by the ResourceManager", report);
        yarn("capacity", Totals.capability(one), "what the ResourceManager schedules on", report);
        one.managers()
                .others()
                .forEach((type, has) -> terms.add(new TermAnswer(
                        type,
                        has,
                        "",
                        "what the node has in YARN beside memory and vcores; no lease changes it",
                        report)));
        LeaseStep step = one.step();
        LeasePlan plan = step == null ? null : step.plan();
        if (plan != null) {
            batch("free", plan.free(), "origin - third party - pods - used", seen);
            terms.add(new TermAnswer(
                    "weight", (long) plan.weightThousandths(), "thousandths", "YARN's part: " + plan.reason(), seen));
            yarn("minimum", plan.minimum(), "minimum allocation of the ResourceManager, never taken", null);
            if (!keeps.equals(YarnAmount.ZERO)) {
                yarn("kept", keeps, "while there is room: applications may ask for containers as large", null);
            }
            yarn("limit", plan.limit(), "origin - third party - pods, in whole vcores and MB", seen);
            yarn("wanted", plan.wanted(), plan.reason(), seen);
        }
        Change change = NodeAnswers.change(one);
        if (change != null) {
            String since = ", since " + NodeAnswers.seconds(Duration.between(change.since(), now)) + " s";
            yarn("goal", change.goal(), change.phase() + ", " + change.cause().text() + since, seen);
        }
        yarn("lease", Totals.lease(one), "what the Node's annotation reserves for YARN", seen);
        return terms;
    }

    private @Nullable Double reportAge() {
        List<NodeManagerView> managers = one.seen().managers();
        if (managers.isEmpty() || managers.get(0).reportAge().compareTo(NEVER) > 0) {
            return null;
        }
        return NodeAnswers.seconds(
                managers.get(0).reportAge().plus(Duration.between(one.seen().now(), now)));
    }

    private void batch(String name, @Nullable BatchAmount amount, String source, @Nullable Double age) {
        terms.add(new TermAnswer(name + " cpu", Totals.milliCpu(amount), "milli-cpu", source, age));
        terms.add(new TermAnswer(name + " memory", Totals.bytes(amount), "bytes", source, age));
    }

    private void yarn(String name, @Nullable YarnAmount amount, String source, @Nullable Double age) {
        BatchAmount batch = Totals.batch(amount, conversion);
        Long cpu = Totals.milliCpu(batch);
        Long memory = Totals.bytes(batch);
        terms.add(new TermAnswer(name + " cpu", Totals.vcores(amount), "vcores", cpu, null, source, age));
        terms.add(new TermAnswer(name + " memory", Totals.memoryMb(amount), "MB", null, memory, source, age));
    }
}
