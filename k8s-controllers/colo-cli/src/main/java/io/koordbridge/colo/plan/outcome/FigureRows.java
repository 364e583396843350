package io.koordbridge.colo.plan.outcome;

import io.koordbridge.colo.table.Amounts;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.replay.Totals;
import io.koordbridge.replay.Totals.Memory;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Figures as people read them, one line for each. Terminal and page print the same. */
@PureCore
public final class FigureRows {

    private FigureRows() {}

    /**
     * A line.
     *
     * @param title of the figure
     * @param values one for each setting
     */
    public record Row(String title, List<String> values) {

        public Row {
            values = List.copyOf(values);
        }
    }

    /** All lines of a pool. */
    public static List<Row> of(PoolPlan pool) {
        return List.of(
                row(pool, "batch CPU, cores", one -> cores(one.cpu().milliCpu())),
                row(
                        pool,
                        "  in 90 % of the time at least",
                        one -> cores(one.cpu().tenthMilliCpu())),
                row(pool, "batch memory", one -> memory(one, Memory::offeredBytes)),
                row(pool, "  in 90 % of the time at least", one -> memory(one, Memory::tenthBytes)),
                row(pool, "CPU in use before", one -> percent(one.cpu().usedPercent())),
                row(pool, "CPU in use after", one -> percent(one.cpu().usedAfterPercent())),
                row(pool, "offered to batch work", one -> percent(one.cpu().offeredPercent())),
                row(pool, "delivered to batch work", one -> percent(one.cpu().deliveredPercent())),
                row(pool, "short minutes", one -> percent(one.cpu().shortMinutesPercent())),
                row(pool, "short minutes of memory", FigureRows::memoryShort),
                row(
                        pool,
                        "offered, share of the oracle",
                        one -> percent(one.cpu().oracleSharePercent())),
                row(
                        pool,
                        "shrinks, a node and day",
                        one -> number(one.perNodeDay().shrinks(), 1)),
                row(
                        pool,
                        "lease changes, a node and day",
                        one -> number(one.perNodeDay().leaseChanges(), 1)),
                row(
                        pool,
                        "evictions, a node and day",
                        one -> number(one.perNodeDay().evictionEpisodes(), 2)),
                row(pool, "equals nodes", one -> number(one.equalsNodes(), 1)));
    }

    private static Row row(PoolPlan pool, String title, Function<Totals, String> value) {
        return new Row(title, pool.figures().stream().map(value).toList());
    }

    private static String cores(double milliCpu) {
        return Amounts.cores(Math.round(milliCpu));
    }

    private static String memory(Totals totals, ToDoubleFunction<Memory> bytes) {
        return knowsMemory(totals) ? Amounts.bytes(Math.round(bytes.applyAsDouble(totals.memory()))) : Amounts.UNKNOWN;
    }

    private static String memoryShort(Totals totals) {
        return knowsMemory(totals) ? percent(totals.memory().shortMinutesPercent()) : Amounts.UNKNOWN;
    }

    /** Whether memory was recorded at all. */
    static boolean knowsMemory(Totals totals) {
        return totals.memory().knownPercent() > 0;
    }

    private static String percent(double value) {
        return number(value, 1) + " %";
    }

    private static String number(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** What a pool is, in one line. */
    public static String heading(PoolPlan pool) {
        Totals all = pool.nodes();
        return "%s: %s, %s cores, %s, %s node-days of samples"
                .formatted(
                        pool.name(),
                        all.nodes() == 1 ? "1 node" : all.nodes() + " nodes",
                        cores(all.milliCpu()),
                        Amounts.bytes(Math.round(all.bytes())),
                        number(all.nodeDays(), 1));
    }
}
