package io.koordbridge.capacity.damping;

import io.koordbridge.capacity.damping.AmountDamper.Wish;
import io.koordbridge.capacity.damping.DampedAmount.Effect;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Damps amounts by resource: each by itself, or those of the parts of a node so that together they never offer more than the node
 * does.
 */
@PureCore
public final class Damper {

    private final Rules rules;
    private final Instant now;

    /** The rules of a stage in one pass. */
    public Damper(Rules rules, Instant now) {
        this.rules = rules;
        this.now = now;
    }

    /**
     * A part of a node, such as a NUMA zone.
     *
     * @param offers what its formula gave, by resource
     * @param published what it publishes
     */
    public record Part(Map<String, Offer> offers, Published published) {}

    /** Each resource by itself. */
    public Map<String, DampedAmount> damp(Map<String, Offer> offers, Published published) {
        Map<String, DampedAmount> damped = new TreeMap<>();
        offers.forEach((resource, offer) -> {
            Long limit = offer.limit();
            long allowed = limit == null ? offer.computed() : Math.min(offer.computed(), limit);
            Wish wish = wish(offer, allowed, offer.unlimited() > allowed, published.held(resource));
            AmountState before = published.state(resource, now);
            damped.put(resource, AmountDamper.damp(before, wish, rules, now).limitedBy(limit));
        });
        return damped;
    }

    /**
     * Each resource of each part. A part keeps what it publishes as long as its own formula gives it. Where the whole offers more, every
     * part may come to the same share of its formula, the greatest that the whole allows beside those that keep more: so what a part may
     * come to does not move while it or another one steps there, is held, or waits. Where the whole offers less than the parts keep, all
     * of them shrink in proportion. Each part then moves by the same rules as the whole: down at once, up in steps of its own size,
     * not at all inside the hold range.
     *
     * @param whole of the node in the same pass; its resources are those that are shared
     * @return in the order of the parts
     */
    public List<Map<String, DampedAmount>> share(List<Part> parts, Map<String, DampedAmount> whole) {
        List<Map<String, DampedAmount>> damped = new ArrayList<>();
        parts.forEach(unused -> damped.add(new TreeMap<>()));
        whole.forEach((resource, amount) -> {
            List<DampedAmount> shares = share(sides(parts, resource), amount.published());
            IntStream.range(0, parts.size()).forEach(i -> damped.get(i).put(resource, shares.get(i)));
        });
        return damped;
    }

    /** The resources are removed. */
    public Map<String, DampedAmount> reset(Collection<String> resources, Published published) {
        Map<String, DampedAmount> damped = new TreeMap<>();
        resources.forEach(resource -> damped.put(resource, reset(published.state(resource, now))));
        return damped;
    }

    private DampedAmount reset(AmountState before) {
        AmountState after = before.published() == 0 ? before : new AmountState(0, now);
        return new DampedAmount(0, null, 0, 0, Effect.RESET, Optional.empty(), after);
    }

    /** One resource of one part. */
    private record Side(Offer offer, AmountState before, long held) {

        long kept() {
            return Math.max(Math.min(before.published(), offer.computed()), 0);
        }
    }

    private List<Side> sides(List<Part> parts, String resource) {
        return parts.stream()
                .map(part -> new Side(
                        Objects.requireNonNull(part.offers().get(resource)),
                        part.published().state(resource, now),
                        part.published().held(resource)))
                .toList();
    }

    private List<DampedAmount> share(List<Side> sides, long most) {
        long[] computed =
                sides.stream().mapToLong(side -> side.offer().computed()).toArray();
        long[] kept = sides.stream().mapToLong(Side::kept).toArray();
        long[] shares = Apportionment.ofAtLeast(most, computed, kept);
        List<DampedAmount> damped = damp(sides, shares, false);
        long together = damped.stream().mapToLong(DampedAmount::published).sum();
        return together > most ? damp(sides, shares, true) : damped;
    }

    private List<DampedAmount> damp(List<Side> sides, long[] shares, boolean noneIsHeld) {
        List<DampedAmount> damped = new ArrayList<>();
        for (int i = 0; i < shares.length; i++) {
            Side side = sides.get(i);
            boolean limited = noneIsHeld || side.offer().unlimited() > shares[i];
            damped.add(
                    AmountDamper.damp(side.before(), wish(side.offer(), shares[i], limited, side.held()), rules, now));
        }
        return damped;
    }

    private static Wish wish(Offer offer, long allowed, boolean limited, long held) {
        long wanted = Rounding.downTo(allowed, offer.multiple());
        return new Wish(offer.computed(), wanted, limited, held, offer.capacity(), offer.multiple());
    }
}
