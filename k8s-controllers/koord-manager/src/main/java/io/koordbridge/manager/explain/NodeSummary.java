package io.koordbridge.manager.explain;

import io.koordbridge.manager.explain.NodeRow.State;
import io.koordbridge.protocol.PureCore;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All nodes in a few numbers, for the top of the page.
 *
 * @param states number of nodes by state
 * @param reasons number of nodes without an up-to-date amount by reason
 * @param faulty number of nodes with problems
 * @param problems some of these problems
 * @param furtherProblems number of the others
 */
@PureCore
public record NodeSummary(
        Map<State, Long> states,
        Map<String, Long> reasons,
        int faulty,
        List<String> problems,
        int furtherProblems,
        Sums cpu,
        Sums memory) {

    private static final Set<State> WITHOUT_AMOUNT = EnumSet.of(State.NOTHING, State.KEPT, State.WAITING);
    private static final int NAMED = 8;

    public NodeSummary {
        states = Map.copyOf(states);
        reasons = Map.copyOf(reasons);
        problems = List.copyOf(problems);
    }

    /** Sums in milli-CPU or bytes over the nodes that were calculated, null without any. */
    public record Sums(
            @Nullable Long capacity,
            @Nullable Long online,
            @Nullable Long origin,
            @Nullable Long thirdParty,
            @Nullable Long batch) {}

    /** Of these nodes. */
    public static NodeSummary of(List<NodeRow> rows) {
        List<String> problems = rows.stream()
                .flatMap(row -> row.problems().stream().map(problem -> row.name() + ": " + problem))
                .toList();
        int named = Math.min(NAMED, problems.size());
        return new NodeSummary(
                count(rows, NodeRow::state),
                new TreeMap<>(count(
                        rows.stream()
                                .filter(row -> WITHOUT_AMOUNT.contains(row.state()))
                                .toList(),
                        NodeRow::reason)),
                (int) rows.stream().filter(row -> !row.problems().isEmpty()).count(),
                problems.subList(0, named),
                problems.size() - named,
                sums(
                        rows,
                        NodeRow::capacityCpuMilli,
                        NodeRow::onlineCpuMilli,
                        NodeRow::originCpuMilli,
                        NodeRow::thirdPartyCpuMilli,
                        NodeRow::batchCpuMilli),
                sums(
                        rows,
                        NodeRow::capacityMemoryBytes,
                        NodeRow::onlineMemoryBytes,
                        NodeRow::originMemoryBytes,
                        NodeRow::thirdPartyMemoryBytes,
                        NodeRow::batchMemoryBytes));
    }

    private static <K> Map<K, Long> count(Collection<NodeRow> rows, Function<NodeRow, K> key) {
        return rows.stream().collect(Collectors.groupingBy(key, Collectors.counting()));
    }

    private static Sums sums(
            List<NodeRow> rows,
            Function<NodeRow, @Nullable Long> capacity,
            Function<NodeRow, @Nullable Long> online,
            Function<NodeRow, @Nullable Long> origin,
            Function<NodeRow, @Nullable Long> thirdParty,
            Function<NodeRow, @Nullable Long> batch) {
        List<NodeRow> known =
                rows.stream().filter(row -> capacity.apply(row) != null).toList();
        return known.isEmpty()
                ? new Sums(null, null, null, null, null)
                : new Sums(
                        sum(known, capacity),
                        sum(known, online),
                        sum(known, origin),
                        sum(known, thirdParty),
                        sum(known, batch));
    }

    private static long sum(List<NodeRow> rows, Function<NodeRow, @Nullable Long> amount) {
        long sum = 0;
        for (NodeRow row : rows) {
            Long one = amount.apply(row);
            sum += one == null ? 0 : one;
        }
        return sum;
    }
}
