package io.koordbridge.capacity.damping;

import io.koordbridge.capacity.batchresource.ZoneAllotment;
import io.koordbridge.capacity.damping.AmountDamper.Wish;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.damping.DampingStrategy.Rules;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Damps the NUMA zones of a node so that they never offer more together than the node does. A zone keeps what it shows as long as
 * its own formula gives it. Where the node offers more, every zone may come to the same share of its formula, the greatest that the
 * node allows beside those that keep more: so what a zone may come to does not move while it or another one steps there, is held, or
 * waits. Where the node offers less than the zones keep, all of them shrink in proportion. Each zone then moves by the same rules as
 * the node: down at once, up in steps of its own size, not at all inside the hold range.
 */
@PureCore
final class ZoneDamper {

    private final Rules rules;
    private final Instant now;

    ZoneDamper(Rules rules, Instant now) {
        this.rules = rules;
        this.now = now;
    }

    /** One side of a zone. */
    private record Side(long computed, long capacity, AmountState before) {

        long kept() {
            return Math.max(Math.min(before.published(), computed), 0);
        }
    }

    List<Damped<ZoneAllotment>> damp(
            List<ZoneAllotment> computed,
            DampedCapacity node,
            Map<String, CapacityState> before,
            Map<String, ShownCapacity> shown) {
        List<Side> cpus = new ArrayList<>();
        List<Side> memories = new ArrayList<>();
        for (ZoneAllotment zone : computed) {
            CapacityState state = before.getOrDefault(zone.zone(), CapacityState.UNKNOWN);
            ShownCapacity shows = shown.getOrDefault(zone.zone(), ShownCapacity.NOTHING);
            cpus.add(new Side(zone.milliCpu(), zone.terms().capacity().milliCpu(), state.milliCpu(shows, now)));
            memories.add(new Side(zone.wholeBytes(), zone.terms().capacity().bytes(), state.bytes(shows, now)));
        }
        List<DampedAmount> cpu = damp(cpus, node.cpu().published());
        List<DampedAmount> memory = damp(memories, node.memory().published());
        List<Damped<ZoneAllotment>> damped = new ArrayList<>();
        for (int i = 0; i < computed.size(); i++) {
            DampedCapacity one = new DampedCapacity(cpu.get(i), memory.get(i), null, null);
            damped.add(Damped.of(
                    computed.get(i)
                            .publishing(cpu.get(i).published(), memory.get(i).published()),
                    one));
        }
        return damped;
    }

    private List<DampedAmount> damp(List<Side> zones, long ofNode) {
        long[] wanted = wanted(zones, ofNode);
        List<DampedAmount> damped = damp(zones, wanted, false);
        long together = damped.stream().mapToLong(DampedAmount::published).sum();
        return together > ofNode ? damp(zones, wanted, true) : damped;
    }

    private List<DampedAmount> damp(List<Side> zones, long[] wanted, boolean noneIsHeld) {
        List<DampedAmount> damped = new ArrayList<>();
        for (int i = 0; i < wanted.length; i++) {
            Side zone = zones.get(i);
            boolean limited = noneIsHeld || wanted[i] < zone.computed();
            Wish wish = new Wish(zone.computed(), wanted[i], limited, 0, zone.capacity(), 1);
            damped.add(AmountDamper.damp(zone.before(), wish, rules, now));
        }
        return damped;
    }

    /** What each zone may offer, together never more than the node. */
    private static long[] wanted(List<Side> zones, long ofNode) {
        long[] kept = zones.stream().mapToLong(Side::kept).toArray();
        return Apportionment.ofAtLeast(
                ofNode, zones.stream().mapToLong(Side::computed).toArray(), kept);
    }
}
