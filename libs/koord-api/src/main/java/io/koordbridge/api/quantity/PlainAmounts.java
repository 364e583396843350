package io.koordbridge.api.quantity;

import io.koordbridge.protocol.PureCore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Amounts of plain requests, such as what a node has left; cpu in milli-cores, all others in their own unit. Sums stay within 64
 * bits, and a request below 0 frees nothing.
 *
 * @param byName by resource name; an amount may be below 0 where more is requested than there is
 */
@PureCore
public record PlainAmounts(Map<String, Long> byName) implements Amounts {

    public PlainAmounts {
        byName = Map.copyOf(byName);
    }

    /** What is left of an allocatable once all requests are taken. */
    public static PlainAmounts free(Map<String, Long> allocatable, Iterable<Map<String, Long>> requests) {
        Map<String, Long> left = new HashMap<>(allocatable);
        requests.forEach(request -> take(left, request));
        return new PlainAmounts(left);
    }

    /** What is left after one more request. */
    public PlainAmounts minus(Map<String, Long> request) {
        Map<String, Long> left = new HashMap<>(byName);
        take(left, request);
        return new PlainAmounts(left);
    }

    private static void take(Map<String, Long> left, Map<String, Long> request) {
        request.forEach((name, amount) -> left.merge(name, -Math.max(0, amount), PlainAmounts::sum));
    }

    private static long sum(long one, long other) {
        long sum = one + other;
        boolean overflows = ((one ^ sum) & (other ^ sum)) < 0;
        return overflows ? (one < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    @Override
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    @Override
    public long get(String name) {
        return byName.getOrDefault(name, 0L);
    }
}
