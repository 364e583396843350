package io.koordbridge.yarnoperator.lease;

import io.koordbridge.yarnoperator.conversion.BatchAmount;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.NodeObservation.Authority;
import io.koordbridge.yarnoperator.lease.NodeObservation.YarnProcesses;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Drives {@link LeaseProtocol} against a {@link SimulatedNode}: sees everything late, changes leaders, forgets its state. */
final class SimulatedOperator {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final NodeManagerRef NODE_MANAGER = new NodeManagerRef("", "h", 8041);
    private static final int LEASE_TICKS = 30;

    private final SimulatedNode node;
    private final LeaseSettings settings;
    private final boolean leadersChange;
    private final boolean nodeManagerAnswers;
    private final Deque<Snapshot> seen = new ArrayDeque<>();
    private LeaseState state;
    private long leaderSince;

    private record Snapshot(
            BatchAmount origin,
            BatchAmount pods,
            BatchAmount published,
            BatchAmount annotation,
            long version,
            YarnAmount capability,
            YarnAmount used,
            YarnAmount told) {}

    SimulatedOperator(SimulatedNode node, LeaseSettings settings, boolean leadersChange) {
        this.node = node;
        this.settings = settings;
        this.leadersChange = leadersChange;
        this.nodeManagerAnswers = node.random.nextBoolean();
    }

    void act() {
        seen.addFirst(new Snapshot(
                node.origin,
                node.pods,
                node.published,
                node.annotation,
                node.version,
                node.capability,
                node.used,
                node.told));
        while (seen.size() > 3) {
            seen.removeLast();
        }
        if (leadersChange && node.random.nextInt(300) == 0) {
            state = null;
            leaderSince = node.tick;
        }
        LeaseStep step = LeaseProtocol.step(state, observation(), settings);
        state = step.after();
        step.actions().forEach(this::carryOut);
    }

    private NodeObservation observation() {
        Snapshot kubernetes = old(1);
        Snapshot report = old(2);
        Demand demand = new Demand(
                node.random.nextInt(5) > 0, 0, node.random.nextBoolean() ? 4096 : 0, node.random.nextInt(3) == 0);
        boolean mayGrow = leaderSince == 0 || node.tick - leaderSince >= LEASE_TICKS;
        return new NodeObservation(
                time(node.tick),
                new Authority(time(leaderSince), mayGrow),
                new NodeBooks(kubernetes.origin, kubernetes.pods, node.others, kubernetes.published, true, null),
                new WrittenLease(kubernetes.annotation, null, String.valueOf(kubernetes.version)),
                List.of(new NodeManagerView(
                        NODE_MANAGER,
                        ManagerState.LIVE,
                        report.capability,
                        report.used,
                        nodeManagerAnswers ? report.told : null,
                        true,
                        Duration.ofSeconds(1))),
                demand,
                YarnProcesses.UNKNOWN);
    }

    private Snapshot old(int mostTicks) {
        List<Snapshot> all = List.copyOf(seen);
        return all.get(Math.min(node.random.nextInt(mostTicks + 1), all.size() - 1));
    }

    private static Instant time(long tick) {
        return START.plusMillis(tick * 1000 / SimulatedNode.TICKS_PER_SECOND);
    }

    private void carryOut(LeaseAction action) {
        if (action instanceof LeaseAction.SetAnnotation write) {
            node.annotate(settings.conversion().toBatch(write.lease()), Long.parseLong(write.resourceVersion()));
        } else if (action instanceof LeaseAction.UpdateNodeResource update) {
            long graceTicks = update.overcommitTimeout().toMillis() * SimulatedNode.TICKS_PER_SECOND / 1000;
            node.update(update.capability(), graceTicks);
        }
    }
}
