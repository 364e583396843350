package io.koordbridge.copilot;

import io.koordbridge.copilot.evict.EvictionService;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ExecutionType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.ConfigurationException;
import org.apache.hadoop.yarn.server.nodemanager.Context;
import org.apache.hadoop.yarn.server.nodemanager.DefaultContainerExecutor;
import org.apache.hadoop.yarn.server.nodemanager.containermanager.container.Container;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerReacquisitionContext;
import org.apache.hadoop.yarn.server.nodemanager.executor.ContainerStartContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * DefaultContainerExecutor with two additions: a container's first process joins its cgroups before it becomes the container, and a
 * recovered container that was evicted ends with the eviction's status.
 */
public final class CopilotContainerExecutor extends DefaultContainerExecutor {
    private static final Logger log = LoggerFactory.getLogger(CopilotContainerExecutor.class);

    private final Map<String, List<Path>> joins = new ConcurrentHashMap<>();
    private @Nullable CopilotInstance instance;

    @Override
    public void init(Context context) throws IOException {
        super.init(context);
        try {
            instance = CopilotInstances.of(context);
            instance.startsContainers();
        } catch (Throwable e) {
            log.error("Containers start outside their cgroups", e);
        }
    }

    @Override
    public int launchContainer(ContainerStartContext context) throws IOException, ConfigurationException {
        String containerId = context.getContainer().getContainerId().toString();
        if (!place(containerId, context.getContainer())) {
            log.error("Container is not started: it cannot be placed container={}", containerId);
            release(containerId);
            return EvictionService.PREEMPTED;
        }
        try {
            int status = super.launchContainer(context);
            return status == CgroupJoinCommand.NOT_JOINED && neverBegan(context.getContainer())
                    ? EvictionService.PREEMPTED
                    : status;
        } finally {
            joins.remove(containerId);
            release(containerId);
        }
    }

    @Override
    public int reacquireContainer(ContainerReacquisitionContext context) throws IOException, InterruptedException {
        String containerId = context.getContainerId().toString();
        int status;
        try {
            status = super.reacquireContainer(context);
        } catch (IOException e) {
            // Killed with the shell that writes down its exit status, or before the NodeManager came back.
            Integer evicted = instance == null ? null : instance.evictedStatus(containerId);
            if (evicted == null) {
                throw e;
            }
            release(containerId);
            return evicted;
        }
        // Interrupted above means that the NodeManager stops: the container lives on and keeps its groups.
        Integer evicted = instance == null ? null : instance.evictedStatus(containerId);
        release(containerId);
        return evicted == null ? status : evicted;
    }

    /** A container that did not join its groups, where it must, has written no pid. */
    private boolean neverBegan(Container container) {
        return instance != null && instance.placementRequired() && getProcessId(container.getContainerId()) == null;
    }

    @Override
    protected String[] getRunCommand(
            String command,
            String groupId,
            String userName,
            org.apache.hadoop.fs.Path pidFile,
            Configuration config,
            Resource resource) {
        String[] original = super.getRunCommand(command, groupId, userName, pidFile, config, resource);
        return CgroupJoinCommand.wrap(joins.get(groupId), instance != null && instance.placementRequired(), original);
    }

    /** False when it must not start. */
    private boolean place(String containerId, Container container) {
        try {
            if (instance != null) {
                boolean opportunistic =
                        container.getContainerTokenIdentifier().getExecutionType() == ExecutionType.OPPORTUNISTIC;
                Resource size = container.getResource();
                List<Path> groups =
                        instance.place(containerId, size.getVirtualCores(), size.getMemorySize(), opportunistic);
                joins.put(containerId, groups);
                return !groups.isEmpty() || !instance.placementRequired();
            }
        } catch (Throwable e) {
            log.error("Container is not placed in cgroups container={}", containerId, e);
        }
        return instance == null || !instance.placementRequired();
    }

    private void release(String containerId) {
        try {
            if (instance != null) {
                instance.release(containerId);
            }
        } catch (Throwable e) {
            log.error("Cgroups are left behind container={}", containerId, e);
        }
    }
}
