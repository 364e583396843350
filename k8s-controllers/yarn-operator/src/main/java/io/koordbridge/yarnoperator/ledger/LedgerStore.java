package io.koordbridge.yarnoperator.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The latest rows of every node and counts since the start. */
public final class LedgerStore {

    private final Map<String, List<LedgerRow>> rows = new TreeMap<>();
    private final Map<String, Instant> brokenSince = new TreeMap<>();
    private long checks;
    private long draining;
    private long broken;

    /**
     * The whole ledger.
     *
     * @param verdict the worst of all rows, {@link LedgerStatus#NO_DATA} without any
     * @param rows by node and resource
     * @param brokenSince by node, for those that are broken now
     * @param checks nodes checked since the start
     * @param draining of these, those that drained
     * @param broken of these, those that were broken
     */
    public record Summary(
            LedgerStatus verdict,
            List<LedgerRow> rows,
            Map<String, Instant> brokenSince,
            long checks,
            long draining,
            long broken) {}

    /** Enters a node's check; returns whether the node became broken with it. */
    public synchronized boolean enter(String node, List<LedgerRow> fresh, Instant now) {
        rows.put(node, List.copyOf(fresh));
        checks++;
        LedgerStatus verdict = worst(fresh);
        if (verdict == LedgerStatus.DRAINING) {
            draining++;
        }
        if (verdict != LedgerStatus.BROKEN) {
            brokenSince.remove(node);
            return false;
        }
        broken++;
        return brokenSince.putIfAbsent(node, now) == null;
    }

    /** Takes a node out. */
    public synchronized void forget(String node) {
        rows.remove(node);
        brokenSince.remove(node);
    }

    /** The rows of a node, empty when it has none. */
    public synchronized List<LedgerRow> of(String node) {
        return rows.getOrDefault(node, List.of());
    }

    /** The whole ledger. */
    public synchronized Summary summary() {
        List<LedgerRow> all = new ArrayList<>();
        rows.values().forEach(all::addAll);
        Map<String, Instant> since = new TreeMap<>(brokenSince);
        return new Summary(all.isEmpty() ? LedgerStatus.NO_DATA : worst(all), all, since, checks, draining, broken);
    }

    /** Why the first of the worst rows is what it is. */
    public static String worstReason(List<LedgerRow> some) {
        LedgerStatus worst = worst(some);
        return some.stream()
                .filter(row -> row.verdict() == worst)
                .map(LedgerRow::reason)
                .findFirst()
                .orElse("");
    }

    /** The worst of some rows. */
    public static LedgerStatus worst(List<LedgerRow> some) {
        @Nullable LedgerStatus worst = null;
        for (LedgerRow row : some) {
            worst = worst == null ? row.verdict() : worst.worse(row.verdict());
        }
        return worst == null ? LedgerStatus.NO_DATA : worst;
    }
}
