package io.koordbridge.scheduler.view;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last answers about one snapshot of a node, by shape of the pod. A snapshot never changes, and a changed node is a new snapshot
 * without answers, so an answer that is found here holds. Shapes are compared by identity: the ledger gives equal pods one shape.
 */
public final class RememberedAnswers {

    private final AnswerBudget budget;
    private final Map<Class<?>, Object> derived = new ConcurrentHashMap<>(2);
    private volatile Entry[] entries = new Entry[0];

    /** Of a node of a trial. */
    RememberedAnswers() {
        this(AnswerBudget.TRIAL);
    }

    /**
     * None yet.
     *
     * @param budget says of how many shapes answers are remembered
     */
    RememberedAnswers(AnswerBudget budget) {
        this.budget = budget;
    }

    private record Entry(PodShape shape, NodeAnswer answer) {}

    /** The answer for this very shape, null when it was not asked for lately. */
    public @Nullable NodeAnswer find(PodShape shape) {
        for (Entry entry : entries) {
            if (isSame(entry.shape(), shape)) {
                return entry.answer();
            }
        }
        return null;
    }

    /**
     * Remembers an answer and forgets the oldest. One that is still in use then costs a calculation and is the newest again, as does one
     * that another writer's replaces at the same moment.
     */
    public void put(PodShape shape, NodeAnswer answer) {
        Entry[] before = entries;
        Entry[] after = new Entry[Math.min(before.length + 1, budget.shapes())];
        after[0] = new Entry(shape, answer);
        System.arraycopy(before, 0, after, 1, after.length - 1);
        entries = after;
    }

    /** What follows from the snapshot whatever pod is asked about; calculated when it is asked for first. */
    public <T> T derived(Class<T> type, Supplier<T> calculation) {
        Object known = derived.get(type);
        if (known == null) {
            known = calculation.get();
            derived.put(type, known);
        }
        return type.cast(known);
    }

    @SuppressWarnings("ReferenceEquality") // Comparing contents would cost more than some answers.
    private static boolean isSame(PodShape one, PodShape other) {
        return one == other;
    }
}
