package io.koordbridge.copilot.api;

import io.koordbridge.copilot.cgroup.CgroupConfig;
import io.koordbridge.copilot.cgroup.CgroupPlacer;
import io.koordbridge.copilot.cgroup.ContainerUsage;
import io.koordbridge.copilot.decommission.Decommission;
import io.koordbridge.copilot.decommission.DecommissionSignal;
import io.koordbridge.copilot.evict.EvictionService;
import io.koordbridge.copilot.evict.FakeNode;
import io.koordbridge.copilot.health.Degradation;
import io.koordbridge.copilot.lease.LeaseDecision;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.ContainerMarks;
import io.koordbridge.copilot.node.EvictedContainers;
import io.koordbridge.copilot.node.GroupFacts;
import io.koordbridge.copilot.node.NodeFacts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * One master, two tasks (one of them opportunistic and not placed), one that is being killed, one that has ended; and a task of another,
 * protected application.
 */
final class ContractNode implements PluginState {
    static final String MASTER = "container_1700000000000_0001_01_000001";
    static final String TASK = "container_1700000000000_0001_01_000002";

    static final String GUARDED = "container_1700000000000_0002_01_000006";

    private static final String PATH = "kubepods/besteffort/hadoop-yarn";
    private static final long MB = 1L << 20;

    final EvictedContainers evicted = new EvictedContainers();
    final FakeNode node = new FakeNode(evicted);
    final Decommission decommission = new Decommission(
            DecommissionSignal.of("PWR"),
            new CgroupPlacer(new CgroupConfig(false, Path.of("/"), "none", List.of(), 1, 0), new Degradation()),
            ids -> {},
            new ContainerMarks(),
            new Degradation());
    List<String> degraded = List.of();

    ContractNode() {
        node.facts(new NodeFacts(
                "node-1.example:8041",
                "",
                "3.4.3",
                new NodeFacts.Amount(4, 4096),
                new NodeFacts.Amount(1250, 700),
                new NodeFacts.Amount(2500, 3000)));
        node.groups(new GroupFacts(true, List.of("container_1600000000000_0009_01_000002")));
        node.add(container(1)
                .kind(true, false, 0)
                .size(1, 768)
                .written(2 * MB)
                .process("4001", groups(1))
                .usage(new ContainerUsage(75, 187 * MB)));
        node.add(container(2)
                .kind(false, false, 1)
                .size(1, 1024)
                .leavingSince(1_700_000_009_000L)
                .process("4002", groups(2))
                .usage(new ContainerUsage(990, 400 * MB)));
        node.add(container(3)
                .kind(false, true, 1)
                .size(1, 512)
                .state("LOCALIZING")
                .times(1_700_000_003_000L, 0));
        node.add(container(4).kind(false, false, 1).size(1, 1024).state("KILLING"));
        node.add(container(5).kind(false, false, 1).size(1, 1024).state("DONE"));
        node.add(ContainerFacts.of(GUARDED)
                .application("application_1700000000000_0002", "ops")
                .times(1_700_000_006_000L, 1_700_000_006_500L)
                .kind(false, false, 1)
                .size(1, 1024)
                .process("4006", Map.of("memory", Path.of("/sys/fs/cgroup/memory", PATH, GUARDED)))
                .usage(new ContainerUsage(500, 900 * MB))
                .guarded(true));
    }

    CopilotApi api() {
        return new CopilotApi(node, new EvictionService(node, node, evicted), decommission, this);
    }

    @Override
    public String pluginVersion() {
        return "0.1.0";
    }

    @Override
    public LeaseDecision lease() {
        return LeaseDecision.configured(4, 4096);
    }

    @Override
    public String placementMode() {
        return "cgroup-v1";
    }

    @Override
    public String cgroupRoot() {
        return "/sys/fs/cgroup";
    }

    @Override
    public String cgroupPath() {
        return PATH;
    }

    @Override
    public List<String> degraded() {
        return degraded;
    }

    private static String id(int number) {
        return String.format("container_1700000000000_0001_01_%06d", number);
    }

    private static ContainerFacts.Builder container(int number) {
        return ContainerFacts.of(id(number))
                .application("application_1700000000000_0001", "etl")
                .times(1_700_000_000_000L + number * 1000L, 1_700_000_000_500L + number * 1000L);
    }

    private static Map<String, Path> groups(int number) {
        return Map.of("memory", Path.of("/sys/fs/cgroup/memory", PATH, id(number)));
    }
}
