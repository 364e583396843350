package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.ShareOfLevel.Children;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The quotas below one parent with what each has of each resource. What they ask for is set one by one; a division then calculates only
 * the resources that changed, or all of them for another total.
 */
final class QuotaLevel {

    private final List<QuotaSpec> children;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final List<String> names;
    /** The resources of a child's max that are divided. */
    private final List<ResourceVector> shapes;

    private final Children[] byName;
    private final long[][] runtimes;
    private final boolean[] stale;
    private final boolean scales;
    /** What all children were promised together, before scaling. */
    private final ResourceVector promised;

    private List<ResourceVector> minima;
    private final List<MinScale.Child> scaling;
    private final List<ResourceVector> guaranteed;
    /** What is known of each child, without those that changed since. */
    private final QuotaState[] states;

    private final BitSet known = new BitSet();
    /** Children that have children, and those that were asked for since the last division. */
    private final BitSet parents = new BitSet();

    private final BitSet asked = new BitSet();
    private @Nullable ResourceVector total;

    /**
     * Nothing is asked for yet.
     *
     * @param children those that take part in the sharing, by name
     * @param names of the resources that are divided
     */
    QuotaLevel(List<QuotaSpec> children, List<String> names, QuotaSolver.Settings settings) {
        this.children = List.copyOf(children);
        this.names = names;
        this.scales = settings.scaleMin();
        this.minima = children.stream().map(QuotaSpec::min).toList();
        this.promised = minima.stream().reduce(ResourceVector.EMPTY, ResourceVector::plus);
        this.scaling = minima.stream()
                .map(min -> new MinScale.Child(min, settings.scaleMin()))
                .toList();
        this.states = new QuotaState[children.size()];
        this.shapes = children.stream().map(child -> child.max().masked(names)).toList();
        this.guaranteed = new ArrayList<>();
        this.byName = new Children[names.size()];
        this.runtimes = new long[names.size()][children.size()];
        this.stale = new boolean[names.size()];
        for (int child = 0; child < children.size(); child++) {
            indexes.put(children.get(child).name(), child);
            guaranteed.add(ResourceVector.EMPTY);
        }
        for (int name = 0; name < byName.length; name++) {
            byName[name] = new Children(children.size());
            for (int child = 0; child < children.size(); child++) {
                QuotaSpec quota = children.get(child);
                boolean lends = quota.lent() && !settings.guaranteeUsage();
                byName[name].rule(child, quota.weight().get(names.get(name)), lends);
            }
        }
        Arrays.fill(stale, true);
    }

    List<QuotaSpec> children() {
        return children;
    }

    /** Place of a child, null for one that takes no part. */
    @Nullable
    Integer index(String child) {
        return indexes.get(child);
    }

    /** A child that has children. */
    void isParent(int child) {
        parents.set(child);
    }

    /** What was written down for a child, null when something changed since. */
    @Nullable
    QuotaState state(int child) {
        return known.get(child) ? states[child] : null;
    }

    /** Keeps what holds for a child until something changes. */
    void state(int child, QuotaState state) {
        states[child] = state;
        known.set(child);
    }

    /**
     * What a child asks for now.
     *
     * @param request not above its max
     * @param guarantee what is guaranteed to it beside its min
     */
    void ask(int child, ResourceVector request, ResourceVector guarantee) {
        guaranteed.set(child, guarantee);
        known.clear(child);
        asked.set(child);
        for (int name = 0; name < byName.length; name++) {
            long amount = request.get(names.get(name));
            long has = runtimes[name][child];
            // A child that got less than it wanted, and still wants more, has no part in what the others get.
            boolean starved = has < byName[name].request(child) && has < amount;
            stale[name] |= byName[name].request(child, amount) && !starved;
            promise(name, child);
        }
    }

    private void promise(int name, int child) {
        String resource = names.get(name);
        long promise =
                Math.max(minima.get(child).get(resource), guaranteed.get(child).get(resource));
        stale[name] |= byName[name].promise(child, promise);
    }

    /** Divides; the places of the children with children that have another runtime or min than before, or other demand. */
    BitSet divide(ResourceVector now) {
        BitSet changed = new BitSet(children.size());
        if (!now.equals(total)) {
            scale(now, changed);
            Arrays.fill(stale, true);
            total = now;
        }
        for (int name = 0; name < byName.length; name++) {
            if (stale[name]) {
                long[] runtime = ShareOfLevel.divide(now.get(names.get(name)), byName[name]);
                for (int child = 0; child < runtime.length; child++) {
                    if (runtime[child] != runtimes[name][child]) {
                        changed.set(child);
                    }
                }
                runtimes[name] = runtime;
                stale[name] = false;
            }
        }
        known.andNot(changed);
        changed.or(asked);
        asked.clear();
        changed.and(parents);
        return changed;
    }

    private void scale(ResourceVector now, BitSet changed) {
        if (!scales) {
            return;
        }
        List<ResourceVector> before = minima;
        minima = suffices(now) ? scaling.stream().map(MinScale.Child::min).toList() : MinScale.scale(now, scaling);
        for (int child = 0; child < before.size(); child++) {
            if (!minima.get(child).equals(before.get(child))) {
                changed.set(child);
                for (int name = 0; name < byName.length; name++) {
                    promise(name, child);
                }
            }
        }
    }

    /** Whether all minima can be kept. */
    private boolean suffices(ResourceVector now) {
        for (String name : now.names()) {
            if (now.get(name) < promised.get(name)) {
                return false;
            }
        }
        return true;
    }

    ResourceVector min(int child) {
        return minima.get(child);
    }

    /** Only of resources that the child's max names. */
    ResourceVector runtime(int child) {
        return shapes.get(child).mapped(name -> runtimes[names.indexOf(name)][child]);
    }
}
