package io.koordbridge.yarnoperator.resourcemanager;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse.Lost;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodeLabelsRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterNodesRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetQueueInfoRequest;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueStatistics;
import org.apache.hadoop.yarn.api.records.impl.pb.NodeReportPBImpl;
import org.apache.hadoop.yarn.api.records.impl.pb.ProtoUtils;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.proto.YarnProtos.NodeReportProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceProto;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.protocolrecords.UpdateNodeResourceRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A ResourceManager, or an HA pair of them, through Hadoop's own proxies, which fail over by themselves. */
final class HadoopResourceManager implements ResourceManager {

    private static final Logger LOG = LoggerFactory.getLogger(HadoopResourceManager.class);
    /** Thousands of queues or applications. */
    private static final Duration LARGE_ANSWER = Duration.ofSeconds(5);

    private static final String ROOT_QUEUE = "root";
    private static final Duration MANY_APPLICATIONS = Duration.ofSeconds(2);

    private final Ticket ticket;
    private final ApplicationClientProtocol applications;
    private final ResourceManagerAdministrationProtocol administration;
    private final ResourceManagerWeb web;
    private final SchedulerReader scheduler;
    private final @Nullable ElectionWatch election;
    private final OtherResourceTypes others = new OtherResourceTypes();

    /** A Kerberos ticket. Hadoop's client renews that of the process's own login by itself, but not that of a user made from a key table. */
    interface Ticket {

        /** Gets a new one from the key table when most of its time is over; nothing to do for a user without one. */
        void renewIfOld() throws IOException;
    }

    HadoopResourceManager(
            Ticket ticket,
            ApplicationClientProtocol applications,
            ResourceManagerAdministrationProtocol administration,
            ResourceManagerWeb web,
            @Nullable String calculatorInFile,
            @Nullable ElectionWatch election) {
        this.ticket = ticket;
        this.applications = applications;
        this.administration = administration;
        this.web = web;
        this.scheduler = new SchedulerReader(web, calculatorInFile);
        this.election = election;
    }

    /** Proxies for a cluster; Hadoop connects with the first call. */
    static HadoopResourceManager connect(
            Configuration configuration,
            HadoopUser login,
            HadoopWeb web,
            @Nullable String calculatorInFile,
            @Nullable ElectionLock lock) {
        try {
            UserGroupInformation user = login.get();
            PrivilegedExceptionAction<HadoopResourceManager> proxies = () -> new HadoopResourceManager(
                    user::checkTGTAndReloginFromKeytab,
                    ClientRMProxy.createRMProxy(configuration, ApplicationClientProtocol.class),
                    ClientRMProxy.createRMProxy(configuration, ResourceManagerAdministrationProtocol.class),
                    new ResourceManagerWeb(ClusterFiles.webServers(configuration), web),
                    calculatorInFile,
                    lock == null ? null : new ElectionWatch(lock));
            return user.doAs(proxies);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ResourceManagerException("connect", e);
        } catch (IOException | RuntimeException e) {
            throw new ResourceManagerException("connect", e);
        }
    }

    private interface Call<T> {
        T run() throws IOException, YarnException;
    }

    private <T> T call(String what, Call<T> call) {
        try {
            ticket.renewIfOld();
            return call.run();
        } catch (IOException | YarnException | RuntimeException e) {
            throw new ResourceManagerException(what, e);
        }
    }

    @Override
    public void ready() {
        call("log-in", () -> this);
        if (!others.reported()) {
            reports();
        }
    }

    @Override
    public List<ReportedNode> nodes() {
        return reports().stream().map(HadoopResourceManager::reported).toList();
    }

    private List<NodeReportProto> reports() {
        GetClusterNodesRequest request = GetClusterNodesRequest.newInstance(EnumSet.allOf(NodeState.class));
        List<NodeReportProto> reports = call(
                "node reports",
                () -> applications.getClusterNodes(request).getNodeReports().stream()
                        .map(report -> ((NodeReportPBImpl) report).getProto())
                        .toList());
        others.remember(reports);
        return reports;
    }

    /** As reported, including impossible values: they are judged by {@link ReportCheck}. */
    private static ReportedNode reported(NodeReportProto report) {
        NodeState state = report.hasNodeState() ? ProtoUtils.convertFromProtoFormat(report.getNodeState()) : null;
        return new ReportedNode(
                report.getNodeId().getHost(),
                report.getNodeId().getPort(),
                state(state),
                state == null ? "" : state.name(),
                amount(report.getCapability()),
                amount(report.getUsed()),
                report.getNumContainers(),
                report.getHttpAddress(),
                report.getNodeLabelsCount() == 0 ? "" : report.getNodeLabels(0),
                OtherResourceTypes.of(report.getCapability()));
    }

    /** A state that this client does not know arrives as none. */
    private static ManagerState state(@Nullable NodeState state) {
        if (state == null) {
            return ManagerState.UNKNOWN;
        }
        return switch (state) {
            case NEW, RUNNING -> ManagerState.LIVE;
            case UNHEALTHY -> ManagerState.UNHEALTHY;
            case DECOMMISSIONING -> ManagerState.DECOMMISSIONING;
            case DECOMMISSIONED, LOST, REBOOTED, SHUTDOWN -> ManagerState.DEAD;
        };
    }

    /** Zero when there is none. */
    private static YarnAmount amount(ResourceProto resource) {
        return new YarnAmount(resource.getVirtualCores(), resource.getMemory());
    }

    @Override
    public PendingDemand pending() {
        // Without applications and child queues: the root's own counters hold the sum.
        GetQueueInfoRequest request = GetQueueInfoRequest.newInstance(ROOT_QUEUE, false, false, false);
        return call("pending demand", () -> {
            QueueInfo queue = applications.getQueueInfo(request).getQueueInfo();
            QueueStatistics statistics = queue.getQueueStatistics();
            return new PendingDemand(statistics.getPendingVCores(), statistics.getPendingMemoryMB());
        });
    }

    @Override
    public PartitionDemand partitions() {
        GetClusterNodeLabelsRequest request = GetClusterNodeLabelsRequest.newInstance();
        return call("pending demand by node label", () -> {
            Set<String> shared = applications.getClusterNodeLabels(request).getNodeLabelList().stream()
                    .filter(label -> !label.isExclusive())
                    .map(NodeLabel::getName)
                    .collect(Collectors.toSet());
            return new PartitionDemand(PartitionMetrics.read(web.ofActive(PartitionMetrics.PATH)), shared);
        });
    }

    @Override
    public JsonNode applications(String states, int most) {
        String path = "/ws/v1/cluster/apps?deSelects=resourceRequests&states=" + states + "&limit=" + most;
        return call("applications", () -> web.ofActive(path, MANY_APPLICATIONS));
    }

    @Override
    public SchedulerFacts scheduler() {
        return scheduler.read();
    }

    @Override
    public Optional<ClusterUse> use() {
        return call("use of queues", () -> {
            JsonNode queues = web.ofActive(UseAnswers.QUEUES, LARGE_ANSWER);
            Map<ClusterUse.Queue, YarnAmount> allocated = UseAnswers.allocated(queues);
            if (allocated.isEmpty()) {
                throw new IOException("no queue in the answer");
            }
            return Optional.of(new ClusterUse(allocated, UseAnswers.preempted(queues), lost()));
        });
    }

    /** Null when the server does not answer this user. */
    private @Nullable Map<String, Lost> lost() {
        try {
            return UseAnswers.lost(web.ofActive(UseAnswers.APPLICATIONS, LARGE_ANSWER));
        } catch (IOException e) {
            LOG.debug("ResourceManager does not say what applications have lost", e);
            return null;
        }
    }

    @Override
    public void update(String host, int port, YarnAmount capability, Duration overcommitTimeout) {
        if (overcommitTimeout.isNegative()) {
            throw new IllegalArgumentException("overcommit timeout " + overcommitTimeout + ": must not be negative");
        }
        UpdateNodeResourceRequest request = others.update(host, port, capability, overcommitTimeout);
        call("update of " + host + ":" + port, () -> administration.updateNodeResource(request));
    }

    @Override
    public Optional<YarnAmount> minimum() {
        return new MinimumAllocations(web).read();
    }

    @Override
    public long epoch() {
        return election == null ? 0 : election.epoch();
    }

    @Override
    public void close() {
        if (election != null) {
            election.close();
        }
        RPC.stopProxy(applications);
        RPC.stopProxy(administration);
    }
}
