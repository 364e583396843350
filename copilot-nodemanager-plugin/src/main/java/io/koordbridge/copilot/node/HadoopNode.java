package io.koordbridge.copilot.node;

import io.koordbridge.copilot.cgroup.CgroupPlacer;
import io.koordbridge.copilot.cgroup.UsageSampler;
import io.koordbridge.copilot.protect.ProtectedApplications;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.service.Service;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.ContainerTokenIdentifier;
import org.apache.hadoop.yarn.server.api.ContainerType;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.LinuxContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.NodeResourceMonitor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.ContainerManager;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.monitor.ContainersMonitor;
import org.jspecify.annotations.Nullable;

/** The only reader of a NodeManager's Context. Its parts appear one after another while it starts: all are fetched late. */
public final class HadoopNode implements NodeView, ContainerKiller {
    private static final int MILLI = 1000;
    private static final int MEGABYTE_SHIFT = 20;

    private final Context context;
    private final CgroupPlacer placer;
    private final UsageSampler sampler;
    private final EvictedContainers evicted;
    private final ProtectedApplications guarded;
    private final ContainerMarks marks;
    private final ProcessKiller killer;
    private final GroupSurvey survey;
    private final long startedMillis;

    public HadoopNode(
            Context context,
            CgroupPlacer placer,
            UsageSampler sampler,
            EvictedContainers evicted,
            ProtectedApplications guarded,
            ContainerMarks marks,
            long startedMillis) {
        this.context = context;
        this.placer = placer;
        this.sampler = sampler;
        this.evicted = evicted;
        this.guarded = guarded;
        this.marks = marks;
        this.killer = new ProcessKiller(placer);
        this.survey = new GroupSurvey(placer, new ProcessPlaces(placer, Paths.get("/proc")), System::nanoTime);
        this.startedMillis = startedMillis;
    }

    @Override
    public NodeFacts node() {
        NodeId nodeId = context.getNodeId();
        Configuration configuration = context.getConf();
        return new NodeFacts(
                nodeId == null ? "" : nodeId.toString(),
                configuration.get(YarnConfiguration.RM_CLUSTER_ID, ""),
                VersionInfo.getVersion(),
                capacity(),
                containerUse(),
                nodeUse());
    }

    @Override
    public List<ContainerFacts> containers() {
        List<ContainerFacts> facts = new ArrayList<>();
        for (Container container : context.getContainers().values()) {
            facts.add(facts(container));
        }
        return facts;
    }

    @Override
    public GroupFacts groups() {
        return survey.look(this::processes);
    }

    @Override
    public boolean stopping() {
        // A service says STOPPED from the first moment of its stop.
        Object manager = context.getContainerManager();
        return manager instanceof Service && ((Service) manager).isInState(Service.STATE.STOPPED);
    }

    @Override
    public boolean kill(String containerId, int exitStatus, String reason) {
        for (Container container : context.getContainers().values()) {
            if (container.getContainerId().toString().equals(containerId)) {
                container.sendKillEvent(exitStatus, reason);
                return true;
            }
        }
        return false;
    }

    @Override
    public void force(String containerId) {
        killer.kill(containerId);
    }

    /** Whether the NodeManager's executor is the one that may have cgroups of its own. */
    public boolean placedByHadoop() {
        return context.getContainerExecutor() instanceof LinuxContainerExecutor;
    }

    private ContainerFacts facts(Container container) {
        ContainerId id = container.getContainerId();
        String name = id.toString();
        ContainerTokenIdentifier token = container.getContainerTokenIdentifier();
        String application = id.getApplicationAttemptId().getApplicationId().toString();
        return ContainerFacts.of(name)
                .application(application, container.getUser())
                .state(container.getContainerState().toString())
                .kind(
                        isMaster(token.getContainerType(), id),
                        token.getExecutionType() == ExecutionType.OPPORTUNISTIC,
                        container.getPriority() == null
                                ? 0
                                : container.getPriority().getPriority())
                .size(
                        container.getResource().getVirtualCores(),
                        container.getResource().getMemorySize())
                .times(container.getContainerStartTime(), container.getContainerLaunchTime())
                .recovered(container.getContainerStartTime() < startedMillis)
                .evicted(evicted.contains(name))
                .guarded(guarded.contains(application, container.getUser()))
                .leavingSince(marks.leavingSince(name))
                .written(marks.written(name))
                .process(pid(id), placer.groups(name))
                .usage(sampler.usage(name))
                .build();
    }

    /** One whose type is not known follows its id: the first container of an attempt is the master. */
    private static boolean isMaster(@Nullable ContainerType type, ContainerId id) {
        return type == null
                ? (id.getContainerId() & ContainerId.CONTAINER_ID_BITMASK) == 1
                : type == ContainerType.APPLICATION_MASTER;
    }

    /** The little that a look into groups needs; what a container uses takes longer to read. */
    private List<ContainerFacts> processes() {
        List<ContainerFacts> processes = new ArrayList<>();
        for (Container container : context.getContainers().values()) {
            ContainerId id = container.getContainerId();
            processes.add(ContainerFacts.of(id.toString())
                    .state(container.getContainerState().toString())
                    .process(pid(id), Collections.emptyMap())
                    .build());
        }
        return processes;
    }

    private @Nullable String pid(ContainerId id) {
        return context.getContainerExecutor() == null
                ? null
                : context.getContainerExecutor().getProcessId(id);
    }

    private NodeFacts.Amount capacity() {
        ContainersMonitor monitor = monitor();
        return monitor == null
                ? NodeFacts.Amount.NONE
                : new NodeFacts.Amount(
                        monitor.getVCoresAllocatedForContainers(),
                        monitor.getPmemAllocatedForContainers() >> MEGABYTE_SHIFT);
    }

    private NodeFacts.Amount containerUse() {
        ContainersMonitor monitor = monitor();
        return monitor == null ? NodeFacts.Amount.NONE : amount(monitor.getContainersUtilization());
    }

    private NodeFacts.Amount nodeUse() {
        NodeResourceMonitor monitor = context.getNodeResourceMonitor();
        return monitor == null ? NodeFacts.Amount.NONE : amount(monitor.getUtilization());
    }

    private @Nullable ContainersMonitor monitor() {
        ContainerManager manager = context.getContainerManager();
        return manager == null ? null : manager.getContainersMonitor();
    }

    private static NodeFacts.Amount amount(@Nullable ResourceUtilization use) {
        return use == null
                ? NodeFacts.Amount.NONE
                : new NodeFacts.Amount(Math.round(use.getCPU() * MILLI), use.getPhysicalMemory());
    }
}
