package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.QuotaState.Usage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Demand goes up the tree, limited by each max on its way; then each parent's runtime is divided among its children, from the root
 * down. The result does not depend on the order of earlier events: a change of the demand of one quota calculates its ancestors and the
 * levels that it concerns anew, with the same result as a calculation of all. Quota specification sections 3.4 and 4.
 */
@PureCore
public final class QuotaSolver {

    private final QuotaTree tree;
    private final Map<String, QuotaDemand> own;
    private final Settings settings;
    /** The part of {@link #own} that the sums contain. */
    private final Map<String, QuotaDemand> counted = new HashMap<>();
    /** Own pods, and what the children pass on. */
    private final Map<String, QuotaDemand> sums = new HashMap<>();

    private final Map<String, Usage> usages = new HashMap<>();
    private final Map<String, QuotaLevel> levels = new HashMap<>();
    /** Of the root and of the built-in quotas, which take no part in the sharing. */
    private final Map<String, QuotaState> undivided = new HashMap<>();

    private final List<QuotaSpec> builtIns;

    /**
     * Switches of the calculation.
     *
     * @param scaleMin whether minima become smaller where a parent has less than all of them
     * @param guaranteeUsage whether what is in use is promised, and nothing of min lent
     */
    public record Settings(boolean scaleMin, boolean guaranteeUsage) {}

    private QuotaSolver(QuotaTree tree, Map<String, QuotaDemand> own, Settings settings) {
        this.tree = tree;
        this.own = own;
        this.settings = settings;
        this.builtIns = tree.children(WellKnown.ROOT_QUOTA).stream()
                .filter(QuotaSpec::builtIn)
                .toList();
        TreeSet<String> names = new TreeSet<>();
        tree.topDown()
                .forEach(quota ->
                        names.addAll(quota.builtIn() ? List.of() : quota.max().names()));
        levels.put(WellKnown.ROOT_QUOTA, level(WellKnown.ROOT_QUOTA, List.copyOf(names)));
        for (QuotaSpec parent : tree.topDown()) {
            if (!tree.children(parent.name()).isEmpty()) {
                levels.put(parent.name(), level(parent.name(), parent.max().names()));
                QuotaLevel above = Objects.requireNonNull(levels.get(parent.parent()));
                Integer place = above.index(parent.name());
                if (place != null) {
                    above.isParent(place);
                }
            }
        }
    }

    private QuotaLevel level(String parent, List<String> names) {
        List<QuotaSpec> sharing =
                tree.children(parent).stream().filter(child -> !child.builtIn()).toList();
        return new QuotaLevel(sharing, names, settings);
    }

    /**
     * The states of all quotas of a tree by name, the root among them with the total as its runtime.
     *
     * @param own sums over the pods of each quota
     * @param total what the tree may use in all; an amount may be negative
     */
    public static Map<String, QuotaState> solve(
            QuotaTree tree, Map<String, QuotaDemand> own, ResourceVector total, Settings settings) {
        return begun(tree, own, total, settings).states();
    }

    /** The same, to be kept up to date: later looks into {@code own} see what changed there. */
    static QuotaSolver begun(QuotaTree tree, Map<String, QuotaDemand> own, ResourceVector total, Settings settings) {
        QuotaSolver solver = new QuotaSolver(tree, own, settings);
        solver.all(total);
        return solver;
    }

    /** The states of all as they are now. */
    Map<String, QuotaState> states() {
        Map<String, QuotaState> states = new HashMap<>(undivided);
        levels.forEach((parent, level) -> {
            for (int place = 0; place < level.children().size(); place++) {
                states.put(level.children().get(place).name(), state(level, place));
            }
        });
        return Collections.unmodifiableMap(states);
    }

    /** The state of a quota as it is now, null when it is not in the tree. Written down when it is first asked for. */
    @Nullable
    QuotaState state(String name) {
        QuotaSpec quota = tree.quota(name);
        QuotaLevel level = quota == null ? null : levels.get(quota.parent());
        Integer place = level == null ? null : level.index(name);
        return level == null || place == null ? undivided.get(name) : state(level, place);
    }

    private QuotaState state(QuotaLevel level, int place) {
        QuotaState known = level.state(place);
        if (known != null) {
            return known;
        }
        QuotaSpec quota = level.children().get(place);
        QuotaDemand sum = sums(quota.name());
        QuotaDemand below =
                new QuotaDemand(request(quota, sum), sum.used(), sum.nonPreemptibleRequest(), sum.nonPreemptibleUsed());
        QuotaState now = new QuotaState(below, sum.request(), level.min(place), level.runtime(place), usage(quota));
        level.state(place, now);
        return now;
    }

    QuotaTree tree() {
        return tree;
    }

    /**
     * A total after nodes came, changed or left. One that never had anything stays empty and limits nothing; one that lost
     * everything is 0.
     */
    public static ResourceVector changed(ResourceVector total, ResourceVector difference) {
        return difference.isZero() ? total : total.plus(difference);
    }

    /** Calculates everything. */
    void all(ResourceVector whole) {
        List<QuotaSpec> order = new ArrayList<>(tree.topDown());
        Collections.reverse(order);
        order.forEach(this::add);
        QuotaDemand all = QuotaDemand.NONE;
        for (QuotaSpec quota : tree.children(WellKnown.ROOT_QUOTA)) {
            all = all.plus(passedOn(quota));
        }
        sums.put(WellKnown.ROOT_QUOTA, all);
        tree.topDown().forEach(this::ask);
        root(whole);
        divideAll();
    }

    private void divideAll() {
        undivided.forEach((name, state) -> {
            QuotaLevel level = levels.get(name);
            if (level != null) {
                divide(level, state.runtime());
            }
        });
    }

    /** Sums of a quota whose children are done. */
    private void add(QuotaSpec quota) {
        QuotaDemand pods = own.getOrDefault(quota.name(), QuotaDemand.NONE).within(quota.max());
        counted.put(quota.name(), pods);
        QuotaDemand sum = pods;
        ResourceVector allocated = pods.used();
        for (QuotaSpec child : tree.children(quota.name())) {
            sum = sum.plus(passedOn(child));
            allocated = allocated.plus(usage(child).guaranteed());
        }
        sums.put(quota.name(), sum);
        usages.put(
                quota.name(),
                settings.guaranteeUsage() ? new Usage(allocated, allocated.max(quota.min())) : Usage.NONE);
    }

    /** The pods of one quota changed: what follows is calculated anew. */
    void demandOf(String name, ResourceVector whole) {
        QuotaSpec quota = tree.quota(name);
        if (quota == null) {
            return;
        }
        QuotaDemand pods = own.getOrDefault(name, QuotaDemand.NONE).within(quota.max());
        QuotaDemand difference = pods.minus(counted.getOrDefault(name, QuotaDemand.NONE));
        boolean simple = !settings.guaranteeUsage() && !difference.saturated();
        counted.put(name, pods);
        for (QuotaSpec at = quota; at != null && simple; at = tree.quota(at.parent())) {
            QuotaDemand before = passedOn(at);
            QuotaDemand sum = sums(at.name()).plus(difference);
            simple = !sum.saturated();
            sums.put(at.name(), sum);
            ask(at);
            difference = passedOn(at).minus(before);
        }
        if (!simple) {
            all(whole);
            return;
        }
        sums.put(WellKnown.ROOT_QUOTA, sums(WellKnown.ROOT_QUOTA).plus(difference));
        root(whole);
        divideAll();
    }

    /** The tree may use another amount in all. */
    void totalIs(ResourceVector whole) {
        root(whole);
        divideAll();
    }

    /** Its level learns what a quota asks for. */
    private void ask(QuotaSpec quota) {
        QuotaLevel level = Objects.requireNonNull(levels.get(quota.parent()));
        Integer index = level.index(quota.name());
        if (index != null) {
            level.ask(index, passedOn(quota).request(), usage(quota).guaranteed());
        }
    }

    /** Built-in quotas have what they use; the others divide the rest. */
    private void root(ResourceVector whole) {
        ResourceVector total = whole;
        for (QuotaSpec quota : builtIns) {
            QuotaDemand sum = sums(quota.name());
            total = changed(total, ResourceVector.EMPTY.minus(sum.used()));
            undivided.put(quota.name(), new QuotaState(sum, sum.request(), quota.min(), quota.max(), Usage.NONE));
        }
        QuotaDemand all = sums(WellKnown.ROOT_QUOTA);
        undivided.put(
                WellKnown.ROOT_QUOTA, new QuotaState(all, all.request(), ResourceVector.EMPTY, total, Usage.NONE));
    }

    /** Scales the minima of all children first, then divides, then goes down where something changed. */
    private void divide(QuotaLevel level, ResourceVector total) {
        BitSet concerned = level.divide(total);
        for (int child = concerned.nextSetBit(0); child >= 0; child = concerned.nextSetBit(child + 1)) {
            QuotaLevel below = levels.get(level.children().get(child).name());
            divide(Objects.requireNonNull(below), level.runtime(child));
        }
    }

    private ResourceVector request(QuotaSpec quota, QuotaDemand sum) {
        boolean lends = quota.lent() && !settings.guaranteeUsage();
        return lends ? sum.request() : sum.request().max(quota.min());
    }

    /** Ancestors see no more demand than max allows. */
    private QuotaDemand passedOn(QuotaSpec quota) {
        QuotaDemand sum = sums(quota.name());
        return new QuotaDemand(
                request(quota, sum).limitedBy(quota.max()),
                sum.used(),
                sum.nonPreemptibleRequest(),
                sum.nonPreemptibleUsed());
    }

    private QuotaDemand sums(String name) {
        return sums.getOrDefault(name, QuotaDemand.NONE);
    }

    private Usage usage(QuotaSpec quota) {
        return usages.getOrDefault(quota.name(), Usage.NONE);
    }
}
