package io.koordbridge.replay;

import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Figures of several nodes, each second weighted by the size of its node.
 *
 * @param nodes that have a second of known use
 * @param nodeDays known seconds of all nodes
 * @param milliCpu size of the nodes together
 * @param bytes memory of the nodes together
 */
@PureCore
public record Totals(
        int nodes, double nodeDays, double milliCpu, double bytes, Cpu cpu, Memory memory, PerNodeDay perNodeDay) {

    private static final double PERCENT = 100;
    private static final double SECONDS_PER_DAY = 86_400;

    /**
     * CPU in percent of the nodes unless said otherwise.
     *
     * @param usedPercent utilization without batch work
     * @param shortMinutesPercent of the time
     * @param oracleSharePercent offered CPU in percent of the oracle that knows the peak of the next ten minutes
     * @param milliCpu offered on average, by all nodes together
     * @param deliveredMilliCpu on average
     * @param tenthMilliCpu what each node offers in nine tenths of the time, summed up
     */
    public record Cpu(
            double usedPercent,
            double offeredPercent,
            double deliveredPercent,
            double leasedPercent,
            double shortMinutesPercent,
            double oracleSharePercent,
            double milliCpu,
            double deliveredMilliCpu,
            double tenthMilliCpu) {

        /** Utilization with batch work that takes all it gets. */
        public double usedAfterPercent() {
            return usedPercent + deliveredPercent;
        }
    }

    /**
     * Memory of the nodes and times that know it; all zero where nothing knows it.
     *
     * @param knownPercent of the time in which it is known
     * @param shortMinutesPercent of that time
     * @param offeredBytes on average
     * @param tenthBytes what each node offers in nine tenths of the time, summed up
     */
    public record Memory(
            double knownPercent,
            double usedPercent,
            double offeredPercent,
            double shortMinutesPercent,
            double offeredBytes,
            double tenthBytes) {}

    /** Events on a node in a day. */
    public record PerNodeDay(
            double reports,
            double earlyReports,
            double writes,
            double shrinks,
            double leaseChanges,
            double evictionEpisodes) {}

    /** How many nodes of this size the delivered CPU would fill. */
    public double equalsNodes() {
        return nodes == 0 ? 0 : cpu.deliveredMilliCpu() / (milliCpu / nodes);
    }

    /** Sums up. */
    public static Totals of(List<NodeResult> results) {
        List<NodeResult> known =
                results.stream().filter(one -> one.seconds().known() > 0).toList();
        double milliCpu = sum(known, one -> (double) one.size().milliCpu());
        double bytes = sum(known, one -> (double) one.size().bytes());
        double seconds = sum(known, one -> one.seconds().known());
        return new Totals(
                known.size(),
                seconds / SECONDS_PER_DAY,
                milliCpu,
                bytes,
                cpu(known),
                memory(known),
                perNodeDay(known, seconds / SECONDS_PER_DAY));
    }

    private static Cpu cpu(List<NodeResult> nodes) {
        double whole = sum(nodes, one -> one.size().milliCpu() * one.seconds().known());
        double offered = sum(nodes, one -> one.cpu().offered());
        return new Cpu(
                percent(sum(nodes, one -> one.cpu().used()), whole),
                percent(offered, whole),
                percent(sum(nodes, one -> one.cpu().delivered()), whole),
                percent(sum(nodes, one -> one.cpu().leased()), whole),
                percent(sum(nodes, one -> one.size().milliCpu() * one.seconds().cpuShort()), whole),
                percent(offered, sum(nodes, one -> one.cpu().oracle())),
                sum(nodes, one -> one.cpu().offered() / one.seconds().known()),
                sum(nodes, one -> one.cpu().delivered() / one.seconds().known()),
                sum(nodes, one -> one.tenth().milliCpu()));
    }

    private static Memory memory(List<NodeResult> all) {
        List<NodeResult> nodes =
                all.stream().filter(one -> one.seconds().memoryKnown() > 0).toList();
        double whole = sum(nodes, one -> one.size().bytes() * one.seconds().memoryKnown());
        return new Memory(
                percent(
                        sum(nodes, one -> one.seconds().memoryKnown()),
                        sum(all, one -> one.seconds().known())),
                percent(sum(nodes, one -> one.memory().used()), whole),
                percent(sum(nodes, one -> one.memory().offered()), whole),
                percent(sum(nodes, one -> one.size().bytes() * one.seconds().memoryShort()), whole),
                sum(nodes, one -> one.memory().offered() / one.seconds().memoryKnown()),
                sum(nodes, one -> one.tenth().bytes()));
    }

    private static PerNodeDay perNodeDay(List<NodeResult> nodes, double days) {
        return new PerNodeDay(
                share(sum(nodes, one -> (double) one.counts().reports()), days),
                share(sum(nodes, one -> (double) one.counts().early()), days),
                share(sum(nodes, one -> (double) one.counts().writes()), days),
                share(sum(nodes, one -> (double) one.counts().shrinks()), days),
                share(sum(nodes, one -> (double) one.counts().leaseChanges()), days),
                share(sum(nodes, one -> (double) one.counts().evictionEpisodes()), days));
    }

    private static double sum(List<NodeResult> nodes, ToDoubleFunction<NodeResult> amount) {
        return nodes.stream().mapToDouble(amount).sum();
    }

    private static double percent(double part, double whole) {
        return PERCENT * share(part, whole);
    }

    private static double share(double part, double whole) {
        return whole > 0 ? part / whole : 0;
    }
}
