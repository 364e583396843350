package io.koordbridge.bench.quota;

import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.facts.resource.ResourceVector;
import io.koordbridge.scheduler.quota.tree.PodQuota;
import io.koordbridge.scheduler.quota.tree.PodRank;
import io.koordbridge.scheduler.quota.tree.QuotaArgs;
import io.koordbridge.scheduler.quota.tree.QuotaLedger;
import io.koordbridge.scheduler.quota.tree.QuotaSpec;
import io.koordbridge.scheduler.quota.tree.QuotaVerdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A tree of depth 4 whose lowest level has 2,000 quotas of four resources that request twice of what there is. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class QuotaCalculation {

    private static final int SIBLINGS = 2_000;
    private static final int MODEST = 9;
    private static final long GIBIBYTE = 1L << 30;
    private static final String PARENT = "level-3";

    private QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);
    private QuotaLedger scarce = new QuotaLedger(QuotaArgs.DEFAULT);
    private int turn;

    /** Makes two clusters; one has less than all minima of the quotas. */
    @Setup
    public void prepare() {
        ledger = cluster(8_000);
        scarce = cluster(1_000);
    }

    /** Nodes, quotas and a pod in each of the lowest; the pod of one quota requests less than the quota's share. */
    private static QuotaLedger cluster(long cores) {
        QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);
        ledger.nodeSeen("n", amounts(cores, 4));
        String parent = WellKnown.ROOT_QUOTA;
        for (int level = 1; level <= 3; level++) {
            ledger.quotaSeen(quota("level-" + level, parent, amounts(8_000, 1), amounts(16_000, 8)));
            parent = "level-" + level;
        }
        for (int i = 0; i < SIBLINGS; i++) {
            ledger.quotaSeen(quota("q" + i, PARENT, amounts(1, 0), amounts(20 + i % 7, 1)));
            ledger.podSeen(pod(i, i == MODEST ? 1 : 8 + i % 5));
        }
        ledger.check("ns/p0");
        return ledger;
    }

    private static ResourceVector amounts(long cores, long devices) {
        Map<String, Long> amounts = new TreeMap<>();
        amounts.put("cpu", cores * 1_000);
        amounts.put("memory", cores * 4 * GIBIBYTE);
        amounts.put("nvidia.com/gpu", devices);
        amounts.put("kubernetes.io/batch-cpu", cores * 500);
        return ResourceVector.of(amounts);
    }

    private static QuotaSpec quota(String name, String parent, ResourceVector min, ResourceVector max) {
        QuotaSpec.Tree tree = new QuotaSpec.Tree("", ResourceVector.EMPTY, false);
        return new QuotaSpec(name, "quotas", parent, tree, true, min, max, max, List.of());
    }

    private static PodQuota pod(int quota, long cores) {
        return new PodQuota(
                "uid-" + quota,
                "ns",
                "p" + quota,
                "q" + quota,
                amounts(cores, 0),
                false,
                "",
                PodRank.LOWEST,
                false,
                null);
    }

    /** Every runtime anew, after a node changed. */
    @Benchmark
    public QuotaVerdict fullRefresh() {
        ledger.nodeSeen("n", amounts(8_000 + (turn++ & 1), 4));
        return ledger.check("ns/p0");
    }

    /** The same where the minima have to be scaled. */
    @Benchmark
    public QuotaVerdict scaledRefresh() {
        scarce.nodeSeen("n", amounts(1_000 + (turn++ & 1), 4));
        return scarce.check("ns/p0");
    }

    /** The request of a quota that has all it wants changes, and with it the share of each other. */
    @Benchmark
    public QuotaVerdict demandChange() {
        ledger.podSeen(pod(MODEST, 1 + (turn++ & 1)));
        return ledger.check("ns/p0");
    }

    /** The request of a quota changes that has less than it wants before and after. */
    @Benchmark
    public QuotaVerdict starvedDemandChange() {
        ledger.podSeen(pod(7, 8 + (turn++ & 1)));
        return ledger.check("ns/p0");
    }

    /** The max of a quota changes. */
    @Benchmark
    public QuotaVerdict quotaChange() {
        ledger.quotaSeen(quota("q3", PARENT, amounts(1, 0), amounts(23 + (turn++ & 1), 1)));
        return ledger.check("ns/p0");
    }

    /** Whether one pod may enter. */
    @Benchmark
    public QuotaVerdict admission() {
        return ledger.check("ns/p0");
    }
}
