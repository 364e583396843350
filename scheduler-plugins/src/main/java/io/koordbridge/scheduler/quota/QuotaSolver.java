package io.koordbridge.scheduler.quota;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.quota.QuotaState.Usage;
import io.koordbridge.scheduler.resource.ResourceVector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Demand goes up the tree, limited by each max on its way; then each parent's runtime is divided among its children, from the root
 * down. The result does not depend on the order of earlier events. Quota specification sections 3.4 and 4.
 */
@PureCore
public final class QuotaSolver {

    private final QuotaTree tree;
    private final Map<String, QuotaDemand> own;
    private final Settings settings;
    private final Map<String, QuotaDemand> below = new HashMap<>();
    private final Map<String, ResourceVector> childRequests = new HashMap<>();
    private final Map<String, Usage> usages = new HashMap<>();
    private final Map<String, QuotaState> states = new TreeMap<>();

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
    }

    /**
     * The states of all quotas of a tree by name, the root among them with the total as its runtime.
     *
     * @param own sums over the pods of each quota
     * @param total what the tree may use in all; an amount may be negative
     */
    public static Map<String, QuotaState> solve(
            QuotaTree tree, Map<String, QuotaDemand> own, ResourceVector total, Settings settings) {
        return new QuotaSolver(tree, own, settings).run(total);
    }

    /**
     * A total after nodes came, changed or left. One that never had anything stays empty and limits nothing; one that lost
     * everything is 0.
     */
    public static ResourceVector changed(ResourceVector total, ResourceVector difference) {
        return difference.isZero() ? total : total.plus(difference);
    }

    private Map<String, QuotaState> run(ResourceVector whole) {
        List<QuotaSpec> order = new ArrayList<>(tree.topDown());
        Collections.reverse(order);
        order.forEach(this::add);
        QuotaDemand all = QuotaDemand.NONE;
        TreeSet<String> names = new TreeSet<>();
        ResourceVector total = whole;
        for (QuotaSpec quota : tree.topDown()) {
            names.addAll(quota.builtIn() ? List.of() : quota.max().names());
        }
        for (QuotaSpec quota : tree.children(WellKnown.ROOT_QUOTA)) {
            all = all.plus(passedOn(quota));
            // Built-in quotas have what they use; the others divide the rest.
            total = quota.builtIn()
                    ? changed(total, ResourceVector.EMPTY.minus(sums(quota).used()))
                    : total;
        }
        states.put(WellKnown.ROOT_QUOTA, new QuotaState(all, all.request(), ResourceVector.EMPTY, total, Usage.NONE));
        divide(WellKnown.ROOT_QUOTA, total, List.copyOf(names));
        for (QuotaSpec parent : tree.topDown()) {
            QuotaState state = states.get(parent.name());
            if (state != null && !tree.children(parent.name()).isEmpty()) {
                divide(parent.name(), state.runtime(), parent.max().names());
            }
        }
        return Collections.unmodifiableMap(states);
    }

    /** Sums of a quota whose children are done. */
    private void add(QuotaSpec quota) {
        QuotaDemand sum = own.getOrDefault(quota.name(), QuotaDemand.NONE).within(quota.max());
        ResourceVector allocated = sum.used();
        for (QuotaSpec child : tree.children(quota.name())) {
            sum = sum.plus(passedOn(child));
            allocated = allocated.plus(usage(child).guaranteed());
        }
        childRequests.put(quota.name(), sum.request());
        ResourceVector request = lends(quota) ? sum.request() : raised(sum.request(), quota.min());
        below.put(
                quota.name(),
                new QuotaDemand(request, sum.used(), sum.nonPreemptibleRequest(), sum.nonPreemptibleUsed()));
        usages.put(
                quota.name(),
                settings.guaranteeUsage() ? new Usage(allocated, allocated.max(quota.min())) : Usage.NONE);
    }

    private boolean lends(QuotaSpec quota) {
        return quota.lent() && !settings.guaranteeUsage();
    }

    private static ResourceVector raised(ResourceVector request, ResourceVector min) {
        return request.max(min);
    }

    /** Ancestors see no more demand than max allows. */
    private QuotaDemand passedOn(QuotaSpec quota) {
        QuotaDemand sum = sums(quota);
        return new QuotaDemand(
                sum.request().limitedBy(quota.max()),
                sum.used(),
                sum.nonPreemptibleRequest(),
                sum.nonPreemptibleUsed());
    }

    private QuotaDemand sums(QuotaSpec quota) {
        return below.getOrDefault(quota.name(), QuotaDemand.NONE);
    }

    private Usage usage(QuotaSpec quota) {
        return usages.getOrDefault(quota.name(), Usage.NONE);
    }

    /** Scales the minima of all children first, then divides. */
    private void divide(String parent, ResourceVector total, List<String> names) {
        List<QuotaSpec> children = new ArrayList<>(tree.children(parent));
        children.stream().filter(QuotaSpec::builtIn).forEach(this::keepMax);
        children.removeIf(QuotaSpec::builtIn);
        List<ResourceVector> minima = MinScale.scale(
                total,
                children.stream()
                        .map(child -> new MinScale.Child(child.min(), settings.scaleMin()))
                        .toList());
        List<Map<String, Long>> runtimes = new ArrayList<>();
        children.forEach(child -> runtimes.add(new HashMap<>()));
        for (String name : names) {
            List<ShareOfLevel.Child> sharing = new ArrayList<>(children.size());
            for (int i = 0; i < children.size(); i++) {
                sharing.add(child(children.get(i), minima.get(i), name));
            }
            long[] amounts = ShareOfLevel.divide(total.get(name), sharing);
            for (int i = 0; i < amounts.length; i++) {
                if (children.get(i).max().has(name)) {
                    runtimes.get(i).put(name, amounts[i]);
                }
            }
        }
        for (int i = 0; i < children.size(); i++) {
            QuotaSpec child = children.get(i);
            ResourceVector childRequest = childRequests.getOrDefault(child.name(), ResourceVector.EMPTY);
            ResourceVector runtime = ResourceVector.of(runtimes.get(i));
            states.put(child.name(), new QuotaState(sums(child), childRequest, minima.get(i), runtime, usage(child)));
        }
    }

    private void keepMax(QuotaSpec quota) {
        QuotaDemand sums = sums(quota);
        states.put(quota.name(), new QuotaState(sums, sums.request(), quota.min(), quota.max(), Usage.NONE));
    }

    private ShareOfLevel.Child child(QuotaSpec quota, ResourceVector min, String name) {
        long request = passedOn(quota).request().get(name);
        long promise = Math.max(min.get(name), usage(quota).guaranteed().get(name));
        return new ShareOfLevel.Child(quota.name(), quota.weight().get(name), request, promise, lends(quota));
    }
}
