package io.koordbridge.yarnoperator.miniyarn;

import static org.awaitility.Awaitility.await;

import io.koordbridge.yarnoperator.miniyarn.MiniYarn.MiniNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.PreemptionContainer;
import org.apache.hadoop.yarn.api.records.PreemptionMessage;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;

/** An application whose master is the test: each {@link #beat} is one of its heartbeats. Its containers sleep. */
public final class MiniApplication implements AutoCloseable {

    private final Configuration configuration;
    private final YarnClient yarn = YarnClient.createYarnClient();
    private final AMRMClient<ContainerRequest> master = AMRMClient.createAMRMClient();
    private final NMClient nodes = NMClient.createNMClient();
    private final UserGroupInformation user;
    private final ApplicationId id;
    private final List<ContainerId> started = new ArrayList<>();
    private final Map<ContainerId, Integer> ended = new LinkedHashMap<>();
    private final Set<ContainerId> toPreempt = new HashSet<>();
    private String command = "sleep 600";

    /** Returns when its master is registered. */
    public MiniApplication(MiniYarn cluster) {
        configuration = cluster.clientConfiguration();
        yarn.init(configuration);
        yarn.start();
        try {
            id = submit();
            Token<AMRMTokenIdentifier> token = await().until(() -> yarn.getAMRMToken(id), found -> found != null);
            user = UserGroupInformation.createRemoteUser(
                    UserGroupInformation.getCurrentUser().getShortUserName());
            user.addToken(token);
        } catch (IOException | YarnException e) {
            throw new IllegalStateException("the application does not start", e);
        }
        asMaster(() -> {
            master.init(configuration);
            master.start();
            nodes.setNMTokenCache(master.getNMTokenCache());
            nodes.init(configuration);
            nodes.start();
            return master.registerApplicationMaster("127.0.0.1", -1, "");
        });
    }

    private ApplicationId submit() throws IOException, YarnException {
        ApplicationSubmissionContext context = yarn.createApplication().getApplicationSubmissionContext();
        context.setApplicationName("mini");
        context.setQueue("default");
        context.setUnmanagedAM(true);
        context.setAMContainerSpec(launch(List.of()));
        return yarn.submitApplication(context);
    }

    private static ContainerLaunchContext launch(List<String> commands) {
        return ContainerLaunchContext.newInstance(Map.of(), Map.of(), commands, null, null, null);
    }

    private <T> T asMaster(PrivilegedExceptionAction<T> action) {
        try {
            return user.doAs(action);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** What containers do from now on; they sleep else. */
    public void runs(String shellCommand) {
        command = shellCommand;
    }

    /** Asks for containers on a node, and on no other. */
    public void ask(int count, Resource size, MiniNode node) {
        for (int i = 0; i < count; i++) {
            master.addContainerRequest(
                    new ContainerRequest(size, new String[] {node.id()}, null, priority(size), false));
        }
    }

    /** Asks for containers, and returns when they run. */
    public List<ContainerId> run(int count, Resource size, MiniNode node) {
        ask(count, size, node);
        return awaitStarted(count);
    }

    /** The same on the nodes with a label. */
    public List<ContainerId> run(int count, Resource size, String label) {
        ask(count, size, label);
        return awaitStarted(count);
    }

    /** Asks for containers on the nodes with a label, or without one where it is empty. */
    public void ask(int count, Resource size, String label) {
        for (int i = 0; i < count; i++) {
            master.addContainerRequest(ContainerRequest.newBuilder()
                    .capability(size)
                    .priority(priority(size))
                    .nodeLabelsExpression(label)
                    .build());
        }
    }

    /** YARN takes requests of one size for each priority. */
    private static Priority priority(Resource size) {
        return Priority.newInstance(Math.toIntExact(size.getMemorySize()));
    }

    private List<ContainerId> awaitStarted(int count) {
        int before = started.size();
        await().until(() -> {
            beat();
            return started.size() == before + count;
        });
        return List.copyOf(started.subList(before, started.size()));
    }

    /** Starts what it was given, and notes what ended and what is to be preempted. */
    public void beat() {
        AllocateResponse answer = asMaster(() -> master.allocate(0.1f));
        for (Container given : answer.getAllocatedContainers()) {
            // Else the next request asks for it once more.
            master.getMatchingRequests(given.getAllocationRequestId()).stream()
                    .filter(request -> request.getCapability().equals(given.getResource()))
                    .findFirst()
                    .ifPresent(master::removeContainerRequest);
            asMaster(() -> nodes.startContainer(given, launch(List.of(command))));
            started.add(given.getId());
        }
        for (ContainerStatus status : answer.getCompletedContainersStatuses()) {
            ended.put(status.getContainerId(), status.getExitStatus());
        }
        PreemptionMessage message = answer.getPreemptionMessage();
        if (message != null && message.getContract() != null) {
            message.getContract().getContainers().stream()
                    .map(PreemptionContainer::getId)
                    .forEach(toPreempt::add);
        }
    }

    /** Gives a container back, as a master does that has moved its work elsewhere. */
    public void release(ContainerId container) {
        master.releaseAssignedContainer(container);
    }

    /** Exit statuses of the containers that have ended. */
    public Map<ContainerId, Integer> ended() {
        return ended;
    }

    /** What the ResourceManager has announced. */
    public Set<ContainerId> toPreempt() {
        return toPreempt;
    }

    /** What runs is ended by the ResourceManager. */
    @Override
    public void close() {
        asMaster(() -> {
            master.unregisterApplicationMaster(FinalApplicationStatus.SUCCEEDED, "", "");
            return id;
        });
        nodes.stop();
        master.stop();
        yarn.stop();
    }
}
