package io.koordbridge.scheduler.quota.tree;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
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
        List<Scarce> scarce = scarce(total, children);
        List<ResourceVector> scaled = new ArrayList<>(children.size());
        for (Child child : children) {
            scaled.add(child.scales() && !scarce.isEmpty() ? scaled(child.min(), scarce) : child.min());
        }
        return scaled;
    }

    /**
     * A resource that does not suffice.
     *
     * @param left for the children that scale
     * @param promised to them in all
     */
    private record Scarce(String name, double left, double promised) {

        private long of(long min) {
            return left <= 0 || promised == 0 ? 0 : (long) (left * min / promised);
        }
    }

    private static List<Scarce> scarce(ResourceVector total, List<Child> children) {
        List<Scarce> scarce = new ArrayList<>();
        for (String name : total.names()) {
            long sum = 0;
            long fixed = 0;
            double promised = 0;
            for (Child child : children) {
                long min = child.min().get(name);
                sum += min;
                fixed += child.scales() ? 0 : min;
                promised += child.scales() ? min : 0;
            }
            if (total.get(name) < sum) {
                scarce.add(new Scarce(name, (double) (total.get(name) - fixed), promised));
            }
        }
        return scarce;
    }

    private static ResourceVector scaled(ResourceVector min, List<Scarce> scarce) {
        boolean allNamed = true;
        for (Scarce one : scarce) {
            allNamed &= min.has(one.name());
        }
        if (allNamed) {
            return min.mapped(name -> scaled(name, min.get(name), scarce));
        }
        Map<String, Long> amounts = new HashMap<>();
        scarce.forEach(one -> amounts.put(one.name(), one.of(min.get(one.name()))));
        return min.replacedBy(ResourceVector.of(amounts));
    }

    private static long scaled(String name, long min, List<Scarce> scarce) {
        for (Scarce one : scarce) {
            if (one.name().equals(name)) {
                return one.of(min);
            }
        }
        return min;
    }
}
