package io.koordbridge.scheduler.quota;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.resource.ResourceVector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes minima smaller where a parent has less than its children were promised. Quota specification section 4.4. */
@PureCore
public final class MinScale {

    private MinScale() {}

    /**
     * One child.
     *
     * @param scales whether its min may become smaller
     */
    public record Child(ResourceVector min, boolean scales) {}

    /** The minima in the order of the children. A resource that the parent's total does not name keeps its minima. */
    public static List<ResourceVector> scale(ResourceVector total, List<Child> children) {
        Map<String, Double> available = available(total, children);
        List<ResourceVector> scaled = new ArrayList<>(children.size());
        for (Child child : children) {
            scaled.add(child.scales() && !available.isEmpty() ? scaled(child.min(), available, children) : child.min());
        }
        return scaled;
    }

    /** What is left for the children that scale, by the resources that do not suffice. */
    private static Map<String, Double> available(ResourceVector total, List<Child> children) {
        Map<String, Double> available = new HashMap<>();
        for (String name : total.names()) {
            long sum = 0;
            long fixed = 0;
            for (Child child : children) {
                sum += child.min().get(name);
                fixed += child.scales() ? 0 : child.min().get(name);
            }
            if (total.get(name) < sum) {
                available.put(name, (double) (total.get(name) - fixed));
            }
        }
        return available;
    }

    private static ResourceVector scaled(ResourceVector min, Map<String, Double> available, List<Child> children) {
        Map<String, Long> amounts = new HashMap<>(min.amounts());
        available.forEach((name, left) -> {
            double promised = 0;
            for (Child child : children) {
                promised += child.scales() ? child.min().get(name) : 0;
            }
            boolean nothing = left <= 0 || promised == 0;
            amounts.put(name, nothing ? 0L : (long) (left * min.get(name) / promised));
        });
        return ResourceVector.of(amounts);
    }
}
