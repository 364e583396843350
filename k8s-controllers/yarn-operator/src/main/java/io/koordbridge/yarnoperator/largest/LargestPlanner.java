package io.koordbridge.yarnoperator.largest;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Chooses the nodes that keep the size. A choice stays while the node can hold it. When its room becomes tight another node with plenty of room is
 * raised first, and then the old one is released; one that has no room left, or is no longer usable, is given up at once. YARN specification
 * section 6.3.
 */
@PureCore
public final class LargestPlanner {

    /** In which a node with room gets the size: two grows that a stock manager delays, and a hold-off. */
    static final Duration PATIENCE = Duration.ofMinutes(3);

    private final LargestConfig config;
    private final Instant now;
    private final KeptNodes before;
    private final Map<String, Candidate> fitting = new HashMap<>();
    private final SortedMap<String, Instant> chosen = new TreeMap<>();
    private final Set<String> leaving = new HashSet<>();
    private final Set<String> passed = new HashSet<>();

    private LargestPlanner(KeptNodes before, List<Candidate> nodes, LargestConfig config, Instant now) {
        this.before = before;
        this.config = config;
        this.now = now;
        nodes.stream().filter(one -> one.fits(config.size())).forEach(one -> fitting.put(one.node(), one));
    }

    /** The choice after a look at all nodes of a cluster. */
    public static KeptNodes next(KeptNodes before, List<Candidate> nodes, LargestConfig config, Instant now) {
        return new LargestPlanner(before, nodes, config, now).next();
    }

    private KeptNodes next() {
        before.passed().stream()
                .filter(node -> fitting.containsKey(node) && !holds(node))
                .forEach(passed::add);
        before.leaving().stream().filter(fitting::containsKey).forEach(leaving::add);
        before.chosen().forEach((node, since) -> {
            if (fitting.containsKey(node) && chosen.size() < config.nodes()) {
                chosen.put(node, since);
            }
        });
        passSlowOnes();
        fill();
        if (leaving.isEmpty()) {
            leaveTightOnes();
        } else if (chosen.keySet().stream().allMatch(this::holds)) {
            leaving.clear();
        }
        return new KeptNodes(chosen, leaving, passed);
    }

    private boolean holds(String node) {
        Candidate one = fitting.get(node);
        return one != null && one.holds(config.size());
    }

    /** A node that does not get the size in time, for whatever reason, makes place for one that was not tried. */
    private void passSlowOnes() {
        for (Map.Entry<String, Instant> one : Map.copyOf(chosen).entrySet()) {
            boolean late = !now.isBefore(one.getValue().plus(PATIENCE));
            if (!late || holds(one.getKey())) {
                continue;
            }
            passed.add(one.getKey());
            if (best(false).isEmpty()) {
                // All were tried: begin again with the first.
                passed.clear();
                passed.add(one.getKey());
            }
            if (best(false).isPresent()) {
                chosen.remove(one.getKey());
            }
        }
    }

    private void fill() {
        while (chosen.size() < config.nodes()) {
            Optional<Candidate> next = best(false).or(() -> best(true));
            if (next.isEmpty()) {
                return;
            }
            choose(next.get());
        }
    }

    private void choose(Candidate one) {
        chosen.put(one.node(), now);
        leaving.remove(one.node());
        passed.remove(one.node());
    }

    /** The best node that is not chosen. */
    private Optional<Candidate> best(boolean again) {
        return fitting.values().stream()
                .filter(one -> !chosen.containsKey(one.node()))
                .filter(one -> again || !passed.contains(one.node()))
                .min(Comparator.comparing((Candidate one) -> !one.holds(config.size()))
                        .thenComparing(one -> !config.size().fitsIn(one.lease()))
                        .thenComparing(one -> !ample(one))
                        .thenComparing(one -> -one.free().memoryMb())
                        .thenComparing(one -> -one.free().vcores())
                        .thenComparing(Candidate::node));
    }

    /** Raises others before a chosen node has to fall. */
    private void leaveTightOnes() {
        for (String node : List.copyOf(chosen.keySet())) {
            Candidate one = fitting.get(node);
            if (one == null || ample(one)) {
                continue;
            }
            Optional<Candidate> other = best(false).filter(this::ample);
            if (other.isPresent()) {
                chosen.remove(node);
                choose(other.get());
                if (!other.get().holds(config.size())) {
                    leaving.add(node);
                }
            }
        }
    }

    /** Whether half as much again has room. */
    private boolean ample(Candidate one) {
        YarnAmount size = config.size();
        return new YarnAmount(size.vcores() + (size.vcores() + 1) / 2, size.memoryMb() + size.memoryMb() / 2)
                .fitsIn(one.room());
    }
}
