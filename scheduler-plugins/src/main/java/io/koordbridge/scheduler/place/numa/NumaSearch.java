package io.koordbridge.scheduler.place.numa;

import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * How one call goes through the sets of NUMA nodes of a node; scheduler specification section 11.2. Up to 8 NUMA nodes it takes every set,
 * as the reference does. Each further NUMA node would double that work, so beyond 8 it takes the smallest sets that will do, with one limit
 * of steps for sets and merging together. Of one call, not for several threads.
 */
public final class NumaSearch {

    static final String TOO_MANY = "node(s) too many NUMA nodes";

    /** The kubelet refuses more by default. */
    private static final int FEW = 8;

    /** Enough for all single NUMA nodes and pairs of 64, for CPUs and for devices, and for the merging of both. */
    private static final long MOST_STEPS = 12_000;

    private final NumaSet all;
    private final boolean exhaustive;
    private final int largest;
    private long left;

    private NumaSearch(NumaSet all, boolean exhaustive, int largest, long left) {
        this.all = all;
        this.exhaustive = exhaustive;
        this.largest = largest;
        this.left = left;
    }

    /** The steps are used up: the node has too many NUMA nodes for the pod. */
    static final class TooManyNumaNodesException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManyNumaNodesException() {
            super(TOO_MANY, null, false, false);
        }
    }

    /** Of a node with these NUMA nodes. */
    public static NumaSearch of(NumaSet all, NumaPolicy policy) {
        return of(all, policy, FEW, MOST_STEPS);
    }

    /** The same with other limits. */
    static NumaSearch of(NumaSet all, NumaPolicy policy, int few, long steps) {
        // Sets of several NUMA nodes are never admitted there.
        int largest = policy == NumaPolicy.SINGLE_NUMA_NODE ? 1 : all.size();
        return new NumaSearch(all, all.size() <= few, largest, steps);
    }

    /** NUMA nodes of the node. */
    public NumaSet all() {
        return all;
    }

    /** Whether every set is taken. */
    public boolean isExhaustive() {
        return exhaustive;
    }

    /** How many steps are left. */
    long left() {
        return left;
    }

    /** Counts work that grows with this number. */
    void step(int steps) {
        left -= exhaustive ? 0 : steps;
        if (left < 0) {
            throw new TooManyNumaNodesException();
        }
    }

    /**
     * The sets that will do, by size, then in the order of their ids; beyond 8 NUMA nodes those of the smallest size of which one will do.
     *
     * @param candidates NUMA nodes that can be of use; not asked up to 8
     * @param canDo whether sets of a size can do at all; not asked up to 8
     * @param does whether a set will do
     */
    public List<NumaSet> feasible(NumaSet candidates, IntPredicate canDo, Predicate<NumaSet> does) {
        List<NumaSet> found = new ArrayList<>();
        NumaSet from = exhaustive ? all : candidates;
        int last = exhaustive ? all.size() : Math.min(largest, candidates.size());
        for (int size = 1; size <= last && (exhaustive || found.isEmpty()); size++) {
            if (exhaustive || canDo.test(size)) {
                addFeasible(from.subsets(size), does, found);
            }
        }
        return found;
    }

    private void addFeasible(Iterable<NumaSet> sets, Predicate<NumaSet> does, List<NumaSet> found) {
        for (NumaSet nodes : sets) {
            step(nodes.size());
            if (does.test(nodes)) {
                found.add(nodes);
            }
        }
    }
}
