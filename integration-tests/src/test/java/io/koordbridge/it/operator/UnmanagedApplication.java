package io.koordbridge.it.operator;

import static org.awaitility.Awaitility.await;

import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.PreemptionContainer;
import org.apache.hadoop.yarn.api.records.PreemptionMessage;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.jspecify.annotations.Nullable;

/** An application whose master runs in this JVM: the first container that YARN gives to it is a task as well. */
final class UnmanagedApplication implements AutoCloseable {

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final Configuration configuration = new YarnConfiguration(new Configuration(false));
    private final YarnClient yarn = YarnClient.createYarnClient();
    private final ApplicationId id;
    private final List<String> tasks = new ArrayList<>();
    private final AMRMClient<ContainerRequest> master = AMRMClient.createAMRMClient();

    /**
     * Returns when its tasks run.
     *
     * @param size of each, in vcores and MB
     */
    UnmanagedApplication(ResourceManagerProcess resourceManager, int count, Resource size) {
        resourceManager.clientProperties().forEach(configuration::set);
        yarn.init(configuration);
        yarn.start();
        parts.push(yarn);
        try {
            id = submit();
            Token<AMRMTokenIdentifier> token =
                    await().atMost(OperatorScene.SOON).until(() -> yarn.getAMRMToken(id), found -> found != null);
            UserGroupInformation user = UserGroupInformation.createRemoteUser(
                    UserGroupInformation.getCurrentUser().getShortUserName());
            user.addToken(token);
            PrivilegedExceptionAction<Void> run = () -> run(count, size);
            user.doAs(run);
        } catch (IOException | YarnException e) {
            close();
            throw new IllegalStateException("the application does not start", e);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private ApplicationId submit() throws IOException, YarnException {
        ApplicationSubmissionContext context = yarn.createApplication().getApplicationSubmissionContext();
        context.setApplicationName("unmanaged");
        context.setQueue("default");
        context.setUnmanagedAM(true);
        context.setAMContainerSpec(launch(List.of()));
        return yarn.submitApplication(context);
    }

    private @Nullable Void run(int count, Resource size) throws IOException, YarnException {
        master.init(configuration);
        master.start();
        parts.push(master);
        master.registerApplicationMaster("127.0.0.1", -1, "");
        NMClient nodes = NMClient.createNMClient();
        nodes.setNMTokenCache(master.getNMTokenCache());
        nodes.init(configuration);
        // The ResourceManager ends them; a NodeManager that is gone would be called for a quarter of an hour.
        nodes.cleanupRunningContainersOnStop(false);
        nodes.start();
        parts.push(nodes);
        for (int i = 0; i < count; i++) {
            master.addContainerRequest(new ContainerRequest(size, null, null, Priority.newInstance(1)));
        }
        await().atMost(OperatorScene.SOON).until(() -> {
            for (Container given : master.allocate(0.1f).getAllocatedContainers()) {
                nodes.startContainer(given, launch(List.of("sleep 600")));
                tasks.add(given.getId().toString());
            }
            return tasks.size() == count;
        });
        return null;
    }

    private static ContainerLaunchContext launch(List<String> commands) {
        return ContainerLaunchContext.newInstance(Map.of(), Map.of(), commands, null, null, null);
    }

    /**
     * Returns when the ResourceManager has heard from the NodeManager that they run: it knows of no work on the node before. A
     * container's report says RUNNING from the allocation on, so it is no proof; memory in use comes with the NodeManager's report.
     */
    void awaitHeard() {
        await().atMost(OperatorScene.SOON)
                .until(() -> yarn.getNodeReports(NodeState.RUNNING).stream()
                        .map(NodeReport::getAggregatedContainersUtilization)
                        .anyMatch(used -> used != null && used.getPhysicalMemory() > 0));
    }

    /** Containers that the ResourceManager asks for in a preemption message, if this heartbeat has one. */
    Set<ContainerId> askedFor() throws IOException, YarnException {
        PreemptionMessage message = master.allocate(0.1f).getPreemptionMessage();
        return message == null || message.getContract() == null
                ? Set.of()
                : message.getContract().getContainers().stream()
                        .map(PreemptionContainer::getId)
                        .collect(Collectors.toSet());
    }

    /** Gives a container back, as a master does that heeds the message. */
    void release(ContainerId container) throws IOException, YarnException {
        master.releaseAssignedContainer(container);
        master.allocate(0.1f);
    }

    /** Ids of its containers; the first is what YARN mostly gives to a master. */
    List<String> tasks() {
        return tasks;
    }

    /** Exit status of a container, as its master is told it; returns when it has ended. */
    int awaitExit(String container) {
        return await().atMost(OperatorScene.SOON)
                .until(
                        () -> master.allocate(0.1f).getCompletedContainersStatuses().stream()
                                .filter(one -> one.getContainerId().toString().equals(container))
                                .map(ContainerStatus::getExitStatus)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    @Override
    public void close() {
        try {
            if (id != null) {
                yarn.killApplication(id);
            }
            while (!parts.isEmpty()) {
                parts.pop().close();
            }
        } catch (Exception e) {
            throw new IllegalStateException("the application does not end", e);
        }
    }
}
