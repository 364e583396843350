package io.koordbridge.scheduler.place.numa;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.facts.numa.NumaUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds the NUMA nodes that suit all resources best; scheduler specification sections 11.3 to 11.6. */
@PureCore
public final class HintMerge {

    private static final String UNSATISFIED = "Unsatisfied NUMA ";
    private static final String UNALIGNED = "Unaligned NUMA Hint cause ";

    /** All sets of 8 NUMA nodes. */
    private static final int MOST_MASKS = 255;

    private final NumaSet all;
    private final Map<Integer, NumaUsage.Status> status;
    private final boolean exclusive;

    private HintMerge(NumaSet all, Map<Integer, NumaUsage.Status> status, boolean exclusive) {
        this.all = all;
        this.status = status;
        this.exclusive = exclusive;
    }

    /**
     * The outcome.
     *
     * @param admitted whether the pod may be placed
     * @param best the NUMA nodes, null when any will do
     * @param reasons why it may not
     */
    public record Outcome(boolean admitted, NumaHint best, List<String> reasons) {}

    /**
     * Merges the hints of all resources.
     *
     * @param search NUMA nodes of the node, and how many combinations of hints are tried
     * @param status usage by NUMA id
     * @param exclusive whether the pod must not share NUMA nodes
     */
    public static Outcome merge(
            NumaPolicy policy,
            NumaSearch search,
            Map<Integer, NumaUsage.Status> status,
            boolean exclusive,
            List<ResourceHints> resources) {
        NumaSet all = search.all();
        HintMerge merge = new HintMerge(all, status, exclusive);
        List<String> impossible = resources.stream()
                .filter(ResourceHints::impossible)
                .map(one -> UNSATISFIED + one.resource())
                .toList();
        if (policy.refuses() && !impossible.isEmpty()) {
            return new Outcome(false, new NumaHint(all, false, false, 0), impossible);
        }
        List<List<NumaHint>> lists = lists(policy, resources);
        NumaHint best = search.isExhaustive() ? merge.best(lists) : merge.alike(lists, search);
        return switch (policy) {
            case NONE, BEST_EFFORT, UNKNOWN ->
                new Outcome(true, best.unsatisfied() ? new NumaHint(all, false, false, 0) : best, List.of());
            case RESTRICTED -> aligned(best, resources, " & ");
            case SINGLE_NUMA_NODE ->
                aligned(
                        all.equals(best.nodes())
                                ? new NumaHint(null, best.preferred(), best.unsatisfied(), best.score())
                                : best,
                        resources,
                        ",");
        };
    }

    private static List<List<NumaHint>> lists(NumaPolicy policy, List<ResourceHints> resources) {
        List<List<NumaHint>> lists = new ArrayList<>();
        for (ResourceHints one : resources) {
            List<NumaHint> hints = one.hints();
            if (hints == null) {
                lists.add(List.of(NumaHint.NO_PREFERENCE));
            } else if (hints.isEmpty()) {
                lists.add(List.of(NumaHint.IMPOSSIBLE));
            } else {
                lists.add(policy == NumaPolicy.SINGLE_NUMA_NODE ? onOneNode(hints) : hints);
            }
        }
        if (lists.isEmpty()) {
            lists.add(List.of(NumaHint.NO_PREFERENCE));
        }
        return lists;
    }

    private static List<NumaHint> onOneNode(List<NumaHint> hints) {
        return hints.stream()
                .filter(hint -> hint.preferred()
                        && (hint.nodes() == null || hint.nodes().size() == 1))
                .toList();
    }

    private static Outcome aligned(NumaHint best, List<ResourceHints> resources, String separator) {
        return best.preferred()
                ? new Outcome(true, best, List.of())
                : new Outcome(false, best, List.of(UNALIGNED + summary(resources, separator)));
    }

    private static String summary(List<ResourceHints> resources, String separator) {
        return resources.stream()
                .filter(one -> one.hints() != null)
                .sorted(java.util.Comparator.comparing(ResourceHints::resource))
                .map(one -> one.resource() + " prefer " + masks(one, true) + " among " + masks(one, false))
                .collect(java.util.stream.Collectors.joining(separator));
    }

    private static List<String> masks(ResourceHints one, boolean preferredOnly) {
        return Objects.requireNonNullElse(one.hints(), List.<NumaHint>of()).stream()
                .filter(hint -> hint.preferred() || !preferredOnly)
                .limit(MOST_MASKS)
                .map(hint -> hint.nodes() == null
                        ? "any"
                        : Long.toBinaryString(hint.nodes().mask()))
                .toList();
    }

    private NumaHint best(List<List<NumaHint>> lists) {
        NumaHint best = new NumaHint(all, false, false, 0);
        int[] choice = new int[lists.size()];
        if (lists.stream().anyMatch(List::isEmpty)) {
            return best;
        }
        boolean more = true;
        while (more) {
            NumaHint merged = merged(lists, choice);
            best = merged != null && isBetter(merged, best) ? merged : best;
            more = advance(lists, choice);
        }
        return best;
    }

    /**
     * The best set of NUMA nodes that all lists have: nothing else can be preferred. Other combinations, which the reference tries as well,
     * would be as many as the product of the lists; without a common set all NUMA nodes are the answer.
     */
    private NumaHint alike(List<List<NumaHint>> lists, NumaSearch search) {
        NumaHint best = new NumaHint(all, false, false, 0);
        if (lists.stream().anyMatch(List::isEmpty)) {
            return best;
        }
        List<Map<NumaSet, Integer>> places =
                lists.stream().map(HintMerge::places).toList();
        List<NumaHint> first = lists.stream()
                .filter(list -> list.get(0).nodes() != null)
                .findFirst()
                .orElse(lists.get(0));
        for (NumaHint hint : first) {
            search.step(1);
            int[] choice = new int[lists.size()];
            boolean common = true;
            for (int list = 0; list < choice.length; list++) {
                // Any NUMA nodes will do for a list of one hint without nodes.
                choice[list] = places.get(list).isEmpty() ? 0 : places.get(list).getOrDefault(hint.nodes(), -1);
                common &= choice[list] >= 0;
            }
            NumaHint merged = common ? merged(lists, choice) : null;
            best = merged != null && isBetter(merged, best) ? merged : best;
        }
        return best;
    }

    private static Map<NumaSet, Integer> places(List<NumaHint> list) {
        Map<NumaSet, Integer> places = new HashMap<>();
        for (int place = 0; place < list.size(); place++) {
            NumaSet nodes = list.get(place).nodes();
            if (nodes != null) {
                places.put(nodes, place);
            }
        }
        return places;
    }

    private static boolean advance(List<List<NumaHint>> lists, int[] choice) {
        for (int list = choice.length - 1; list >= 0; list--) {
            choice[list]++;
            if (choice[list] < lists.get(list).size()) {
                return true;
            }
            choice[list] = 0;
        }
        return false;
    }

    /** One hint of each list together, null when they have no NUMA node in common. */
    private @Nullable NumaHint merged(List<List<NumaHint>> lists, int[] choice) {
        NumaSet common = all;
        NumaSet first = null;
        int largest = 0;
        boolean preferred = true;
        boolean unsatisfied = false;
        for (int list = 0; list < choice.length; list++) {
            NumaHint hint = lists.get(list).get(choice[list]);
            preferred &= hint.preferred();
            unsatisfied |= hint.unsatisfied();
            NumaSet nodes = hint.nodes();
            if (nodes != null) {
                common = common.and(nodes);
                preferred &= first == null || first.equals(nodes);
                first = first == null ? nodes : first;
                largest = Math.max(largest, nodes.size());
            }
        }
        if (common.isEmpty()) {
            return null;
        }
        boolean keepsApart = !exclusive || isApart(common);
        return new NumaHint(
                common, preferred && keepsApart, unsatisfied || largest > common.size(), score(lists, choice, common));
    }

    private static long score(List<List<NumaHint>> lists, int[] choice, NumaSet common) {
        long score = 0;
        for (int list = 0; list < choice.length; list++) {
            NumaHint hint = lists.get(list).get(choice[list]);
            score += common.equals(hint.nodes()) ? hint.score() : 0;
        }
        return score;
    }

    private boolean isApart(NumaSet nodes) {
        NumaUsage.Status forbidden = nodes.size() > 1 ? NumaUsage.Status.SINGLE : NumaUsage.Status.SHARED;
        return nodes.ids().stream().noneMatch(node -> status.get(node) == forbidden);
    }

    private static boolean isBetter(NumaHint merged, NumaHint best) {
        if (merged.preferred() != best.preferred()) {
            return merged.preferred();
        }
        NumaSet now = Objects.requireNonNull(merged.nodes());
        NumaSet before = Objects.requireNonNull(best.nodes());
        return NumaSet.NARROWER.compare(now, before) < 0
                || (now.size() == before.size() && merged.score() > best.score());
    }
}
