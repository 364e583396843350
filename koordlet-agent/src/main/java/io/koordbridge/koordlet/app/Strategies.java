package io.koordbridge.koordlet.app;

import io.koordbridge.koordlet.gate.FeatureGates;
import io.koordbridge.koordlet.gate.Gate;
import io.koordbridge.koordlet.qos.batchresource.BatchResourceStrategy;
import io.koordbridge.koordlet.qos.blkio.BlkioStrategy;
import io.koordbridge.koordlet.qos.burst.BurstStrategy;
import io.koordbridge.koordlet.qos.coresched.CoreSchedStrategy;
import io.koordbridge.koordlet.qos.coresched.SchedCore;
import io.koordbridge.koordlet.qos.cpuset.CpusetStrategy;
import io.koordbridge.koordlet.qos.evict.EvictionStrategy;
import io.koordbridge.koordlet.qos.identity.IdentityStrategy;
import io.koordbridge.koordlet.qos.identity.WeightStrategy;
import io.koordbridge.koordlet.qos.memory.MemoryQosStrategy;
import io.koordbridge.koordlet.qos.memory.TierMemoryStrategy;
import io.koordbridge.koordlet.qos.nodemanager.NodeManagerStrategy;
import io.koordbridge.koordlet.qos.normalization.NormalizationStrategy;
import io.koordbridge.koordlet.qos.rdt.RdtStrategy;
import io.koordbridge.koordlet.qos.suppress.SuppressConfig;
import io.koordbridge.koordlet.qos.suppress.SuppressStrategy;
import io.koordbridge.koordlet.qos.sysconfig.SystemConfigStrategy;
import io.koordbridge.koordlet.strategy.StrategyList;
import io.koordbridge.koordlet.strategy.StrategyRunner;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The list of strategies: one line for each, in the order of their writes. */
public final class Strategies {

    private static final Set<Gate> MEMORY =
            Set.of(Gate.BE_MEMORY_EVICT, Gate.MEMORY_ALLOCATABLE_EVICT, Gate.MEMORY_EVICT);
    private static final Set<Gate> CPU = Set.of(Gate.BECPU_EVICT, Gate.CPU_ALLOCATABLE_EVICT, Gate.CPU_EVICT);

    private Strategies() {}

    /** All of them. */
    public static StrategyList list(KoordletConfig config) {
        return list(config, config.gates());
    }

    /** All of them with other gates than those of the configuration. */
    static StrategyList list(KoordletConfig config, FeatureGates gates) {
        SuppressConfig suppressing = config.suppress();
        boolean suppresses = gates.isOn(Gate.BECPU_SUPPRESS) && suppressing.enabled();
        boolean limits =
                gates.isOn(Gate.BATCH_RESOURCE) && config.batchResource().enabled();
        boolean daemonFirst = config.yarn().daemonFirst();
        boolean managed = gates.isOn(Gate.BECPU_MANAGER) || suppressing.beCpuManager();
        StrategyList list = new StrategyList();
        list.add(
                new SuppressStrategy(suppressing.managed(gates.isOn(Gate.BECPU_MANAGER)), daemonFirst),
                snapshot -> suppresses);
        list.add(new BatchResourceStrategy(), snapshot -> limits);
        list.add(new BurstStrategy(), snapshot -> gates.isOn(Gate.CPU_BURST));
        list.add(new NodeManagerStrategy(), snapshot -> daemonFirst);
        list.add(new CpusetStrategy(managed), snapshot -> gates.isOn(Gate.CPU_SET_ALLOCATOR));
        list.add(
                new IdentityStrategy(),
                snapshot -> gates.isOn(Gate.GROUP_IDENTITY) && !snapshot.slo().gone());
        list.add(
                new WeightStrategy(),
                snapshot -> gates.isOn(Gate.GROUP_IDENTITY) && WeightStrategy.isAsked(snapshot.slo()));
        list.add(new CoreSchedStrategy(SchedCore.missing()), snapshot -> gates.isOn(Gate.CORE_SCHED));
        devices(list, gates, config);
        memory(list, gates, config);
        boolean normalizes = gates.isOn(Gate.CPU_NORMALIZATION);
        list.add(new NormalizationStrategy(normalizes), snapshot -> normalizes);
        evict(list, gates, EvictionStrategy::memory, MEMORY);
        evict(list, gates, EvictionStrategy::cpu, CPU);
        return list;
    }

    private static void devices(StrategyList list, FeatureGates gates, KoordletConfig config) {
        list.add(
                new BlkioStrategy(config.kubernetes().kubelet().directory()),
                snapshot -> gates.isOn(Gate.BLK_IO_RECONCILE));
        boolean classes = gates.isOn(Gate.RDT_RESCTRL);
        boolean pods = gates.isOn(Gate.RESCTRL);
        list.add(new RdtStrategy(classes, pods), snapshot -> classes || pods);
        list.add(new SystemConfigStrategy(), snapshot -> gates.isOn(Gate.SYSTEM_CONFIG));
    }

    private static void memory(StrategyList list, FeatureGates gates, KoordletConfig config) {
        boolean byClass = gates.isOn(Gate.CGROUP_RECONCILE);
        list.add(new MemoryQosStrategy(byClass), snapshot -> byClass);
        list.add(
                new TierMemoryStrategy(config.memory()),
                snapshot -> config.memory().followOnline());
    }

    /** Lets a runner ask all of them. */
    public static void register(StrategyRunner runner, KoordletConfig config) {
        list(config).register(runner);
    }

    private static void evict(
            StrategyList list, FeatureGates gates, Function<Set<Gate>, EvictionStrategy> strategy, Set<Gate> features) {
        Set<Gate> on = features.stream().filter(gates::isOn).collect(Collectors.toSet());
        list.add(strategy.apply(on), snapshot -> !on.isEmpty());
    }

    /** Whether anything is evicted. */
    public static boolean evicts(KoordletConfig config) {
        return evictsForMemory(config) || CPU.stream().anyMatch(config.gates()::isOn);
    }

    /** Whether anything is evicted when memory is short. */
    static boolean evictsForMemory(KoordletConfig config) {
        FeatureGates gates = config.gates();
        return MEMORY.stream().anyMatch(gates::isOn);
    }
}
