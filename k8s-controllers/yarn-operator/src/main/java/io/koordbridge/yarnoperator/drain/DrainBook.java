package io.koordbridge.yarnoperator.drain;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.lease.NodeOrders;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The drains of a node, ordered by who asked: a person's first. One whose reason is gone is called off and leaves no trace. An
 * application master holds a drain until its time is over; then the drain fails and the lease comes back, or the master has to leave.
 */
@PureCore
public record DrainBook(List<Drain> drains) {

    /** Nothing is drained. */
    public static final DrainBook EMPTY = new DrainBook(List.of());

    /** When the time is over, containers that are no masters are ended by the ResourceManager; that is seen within this. */
    static final Duration SLACK = Duration.ofMinutes(1);

    private static final int MOST_REMEMBERED = 8;
    /** What does not fit into the minimum was ended by the ResourceManager by then; less would end no other container sooner. */
    static final Duration ENDED = Duration.ofSeconds(5);

    private static final String PODS_GONE = "the NodeManager's pod is gone";

    public DrainBook {
        drains = List.copyOf(drains);
    }

    /**
     * Where a drain stood for an earlier leader.
     *
     * @param pods that it was about
     * @param left until its deadline, null when that is not known
     * @param over states of others that are over, by id
     */
    public record Remembered(
            String id,
            @Nullable DrainState state,
            Set<String> pods,
            String text,
            @Nullable Duration left,
            Map<String, DrainState> over) {

        public Remembered {
            pods = Set.copyOf(pods);
            over = Map.copyOf(over);
        }

        /** What is left of a time, never more than that: whoever may write to the Node may have written this. */
        Duration within(Duration timeout) {
            if (left == null || timeout.compareTo(left) < 0) {
                return timeout;
            }
            return left.isNegative() ? Duration.ZERO : left;
        }
    }

    /**
     * What one pass knows.
     *
     * @param requests in their order, one for each id
     * @param remembered null without one
     * @param pods uids of the NodeManager pods that are there
     */
    public record Facts(
            Instant now,
            List<DrainRequest> requests,
            @Nullable Remembered remembered,
            Set<String> pods,
            ContainersSeen seen) {

        public Facts {
            requests = List.copyOf(requests);
            pods = Set.copyOf(pods);
        }
    }

    /** After a pass. */
    public DrainBook next(Facts facts) {
        List<Drain> after = new ArrayList<>();
        for (DrainRequest request : facts.requests()) {
            Drain before = of(request.id()).map(one -> one.with(request)).orElseGet(() -> begun(request, facts));
            after.add(before.state().over() ? before : moved(before, facts));
        }
        return new DrainBook(after);
    }

    private static Drain begun(DrainRequest request, Facts facts) {
        Remembered last = facts.remembered();
        if (last == null || !last.id().equals(request.id())) {
            Drain fresh = fresh(request, facts, request.pods(), request.timeout());
            DrainState ended = last == null ? null : last.over().get(request.id());
            return ended != null && ended.over() ? fresh.in(ended, "it was over before") : fresh;
        }
        Set<String> pods = last.pods().isEmpty() ? request.pods() : last.pods();
        Drain fresh = fresh(request, facts, pods, last.within(request.timeout()));
        DrainState state = last.state();
        return state != null && state.over() ? fresh.in(state, last.text()) : fresh;
    }

    private static Drain fresh(DrainRequest request, Facts facts, Set<String> pods, Duration time) {
        Instant deadline = facts.now().plus(time);
        return new Drain(request, facts.now(), deadline, pods, DrainState.DRAINING, "begins");
    }

    private static Drain moved(Drain drain, Facts facts) {
        Set<String> left = new HashSet<>(drain.pods());
        left.retainAll(facts.pods());
        if (!drain.pods().isEmpty() && left.isEmpty()) {
            return drain.in(DrainState.DONE, PODS_GONE);
        }
        ContainersSeen seen = facts.seen();
        if (seen.absent() && drain.pods().isEmpty()) {
            return drain.in(DrainState.DONE, "the node has no NodeManager");
        }
        if (!seen.known()) {
            return unknown(drain, overdue(drain, facts) && !goes(drain, facts));
        }
        if (seen.empty()) {
            return empty(drain, facts);
        }
        if (fails(drain, facts)) {
            return drain.in(DrainState.FAILED, "the time is over, the lease comes back: " + seen.left());
        }
        return drain.in(seen.onlyMasters() ? DrainState.HELD : DrainState.DRAINING, seen.left());
    }

    private static Drain empty(Drain drain, Facts facts) {
        if (facts.seen().closed()) {
            return drain.in(DrainState.DRAINED, "no container is left, and the ResourceManager places none");
        }
        if (fails(drain, facts)) {
            return drain.in(
                    DrainState.FAILED,
                    "the time is over, the lease comes back: " + facts.seen().left());
        }
        return drain.in(DrainState.DRAINING, "no container is left, the ResourceManager is told to place none");
    }

    /** Whether its time is over while masters hold it, or has been for long. */
    private static boolean fails(Drain drain, Facts facts) {
        boolean late = !facts.now().isBefore(drain.deadline());
        boolean held = facts.seen().mastersLeft() && !drain.request().endsMasters();
        return late && !goes(drain, facts) && (held || overdue(drain, facts));
    }

    private static Drain unknown(Drain drain, boolean fails) {
        String text = "it is not known which containers are left";
        return fails
                ? drain.in(DrainState.FAILED, "the time is over, the lease comes back: " + text)
                : drain.in(drain.state() == DrainState.HELD ? DrainState.HELD : DrainState.DRAINING, text);
    }

    /** Whether its pods go anyway, so that nothing can come back. */
    private static boolean goes(Drain drain, Facts facts) {
        Set<String> going = new HashSet<>();
        facts.requests().stream().filter(DrainRequest::irrevocable).forEach(one -> going.addAll(one.pods()));
        return !drain.pods().isEmpty() && going.containsAll(drain.pods());
    }

    private static boolean overdue(Drain drain, Facts facts) {
        return !facts.now().isBefore(drain.deadline().plus(SLACK));
    }

    /** One of them. */
    public Optional<Drain> of(String id) {
        return drains.stream().filter(one -> one.request().id().equals(id)).findFirst();
    }

    /** The one that people are told of: the first that is not over, else the first. */
    public Optional<Drain> first() {
        return drains.stream()
                .filter(one -> !one.state().over())
                .findFirst()
                .or(() -> drains.stream().findFirst());
    }

    /** States of those that are over beside {@link #first}, a few, by id. */
    public Map<String, DrainState> over() {
        Drain told = first().orElse(null);
        Map<String, DrainState> over = new TreeMap<>();
        drains.stream()
                .filter(one -> one.state().over() && !one.equals(told))
                .limit(MOST_REMEMBERED)
                .forEach(one -> over.put(one.request().id(), one.state()));
        return over;
    }

    /** Those that are not over. */
    public List<Drain> underWay() {
        return drains.stream().filter(one -> !one.state().over()).toList();
    }

    /**
     * What the lease has to do, null when nothing is drained. A drain that is done gives nothing to a pod that came since, as long as what asked
     * for it is there.
     *
     * @param minimum minimum allocation of the ResourceManager: while containers are left, less makes it refuse a NodeManager that registers
     *     again
     */
    public NodeOrders.@Nullable Drain order(YarnAmount minimum, ContainersSeen seen, Instant now) {
        List<Drain> hold =
                drains.stream().filter(one -> one.state() != DrainState.FAILED).toList();
        Instant deadline = hold.stream()
                .map(one -> until(one, now))
                .min(Comparator.naturalOrder())
                .orElse(null);
        if (deadline == null) {
            return null;
        }
        boolean ends = hold.stream().anyMatch(one -> one.request().endsMasters() && !now.isBefore(until(one, now)));
        boolean spares = hold.stream().noneMatch(one -> one.request().endsMasters());
        boolean done = hold.stream().allMatch(one -> one.state() == DrainState.DONE);
        boolean nothing = seen.empty() || ends || !now.isBefore(deadline.plus(ENDED)) || (done && !seen.known());
        return new NodeOrders.Drain(deadline, nothing ? YarnAmount.ZERO : minimum, ends, spares);
    }

    /** A pod that came since has its own time. */
    private static Instant until(Drain one, Instant now) {
        return one.state() == DrainState.DONE ? now.plus(one.request().timeout()) : one.deadline();
    }

    /**
     * A change of a drain.
     *
     * @param state null for one that was called off
     */
    public record News(Drain drain, @Nullable DrainState state) {}

    /** What has changed since. */
    public List<News> since(DrainBook before) {
        List<News> news = new ArrayList<>();
        for (Drain one : drains) {
            Drain last = before.of(one.request().id()).orElse(null);
            // What was over before this leader saw it is old news, and so is that containers leave once they do.
            boolean old = last == null
                    ? one.state().over()
                    : last.state() == one.state() || one.state() == DrainState.DRAINING;
            if (!old) {
                news.add(new News(one, one.state()));
            }
        }
        for (Drain one : before.underWay()) {
            if (of(one.request().id()).isEmpty()) {
                news.add(
                        one.request().irrevocable()
                                ? new News(one.in(DrainState.DONE, PODS_GONE), DrainState.DONE)
                                : new News(one, null));
            }
        }
        return news;
    }
}
