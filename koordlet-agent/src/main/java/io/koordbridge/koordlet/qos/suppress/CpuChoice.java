package io.koordbridge.koordlet.qos.suppress;

import io.koordbridge.koordlet.topology.Processor;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which CPUs to take from a list: whole cores first, spread over NUMA nodes; specification section 13.2, choosing k CPUs. */
@PureCore
public final class CpuChoice {

    private CpuChoice() {}

    /** CPU numbers in the order of choice; none when the list is shorter than the need. */
    public static List<Integer> choose(List<Processor> candidates, int need) {
        if (need <= 0 || candidates.size() < need) {
            return List.of();
        }
        Selection selection = new Selection(buckets(candidates), need);
        selection.takePairs();
        selection.takeSingles();
        return selection.chosen;
    }

    private record Place(int numaNode, int socket) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return Comparator.comparingInt(Place::numaNode)
                    .thenComparingInt(Place::socket)
                    .compare(this, other);
        }
    }

    private static List<List<Processor>> buckets(List<Processor> candidates) {
        Map<Place, List<Processor>> byPlace = new TreeMap<>();
        for (Processor one : candidates) {
            byPlace.computeIfAbsent(new Place(one.numaNode(), one.socket()), place -> new ArrayList<>())
                    .add(one);
        }
        List<List<Processor>> buckets = new ArrayList<>(byPlace.values());
        for (List<Processor> bucket : buckets) {
            bucket.sort(Comparator.comparingInt(Processor::core).thenComparingInt(Processor::cpu));
        }
        buckets.sort(Comparator.<List<Processor>>comparingInt(bucket -> -bucket.size())
                .thenComparingInt(bucket -> bucket.get(0).cpu()));
        return buckets;
    }

    private static final class Selection {
        private final List<List<Processor>> buckets;
        private final int need;
        private final List<Integer> chosen = new ArrayList<>();
        private int at;

        Selection(List<List<Processor>> buckets, int need) {
            this.buckets = buckets;
            this.need = need;
        }

        /** Rounds over all buckets from the first one, until a whole round found nothing. */
        void takePairs() {
            boolean found = false;
            while (need - chosen.size() > 1) {
                found |= takePair(buckets.get(at));
                at = (at + 1) % buckets.size();
                if (at == 0 && !found) {
                    return;
                }
                found &= at != 0;
            }
        }

        private boolean takePair(List<Processor> bucket) {
            for (int i = 0; i + 1 < bucket.size(); i++) {
                if (bucket.get(i).core() == bucket.get(i + 1).core()) {
                    chosen.add(bucket.remove(i).cpu());
                    chosen.add(bucket.remove(i).cpu());
                    return true;
                }
            }
            return false;
        }

        void takeSingles() {
            int idle = 0;
            while (chosen.size() < need && idle < buckets.size()) {
                List<Processor> bucket = buckets.get(at);
                if (bucket.isEmpty()) {
                    idle++;
                } else {
                    chosen.add(bucket.remove(0).cpu());
                    idle = 0;
                }
                at = (at + 1) % buckets.size();
            }
        }
    }
}
