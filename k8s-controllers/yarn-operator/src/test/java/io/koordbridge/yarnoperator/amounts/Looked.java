package io.koordbridge.yarnoperator.amounts;

import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.policy.lease.Demand;
import io.koordbridge.policy.lease.NodeBalances;
import io.koordbridge.yarnoperator.lease.ManagerState;
import io.koordbridge.yarnoperator.lease.Masters;
import io.koordbridge.yarnoperator.lease.NodeAgent;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.lease.NodeManagerView;
import io.koordbridge.yarnoperator.lease.NodeObservation;
import io.koordbridge.yarnoperator.lease.NodeObservation.Authority;
import io.koordbridge.yarnoperator.lease.WrittenLease;
import io.koordbridge.yarnoperator.node.LeaseStateName;
import io.koordbridge.yarnoperator.node.NodeAsked;
import io.koordbridge.yarnoperator.node.NodeLeaseStatus;
import io.koordbridge.yarnoperator.node.NodeReading;
import io.koordbridge.yarnoperator.node.NodeUsage;
import io.koordbridge.yarnoperator.resourcemanager.ClusterDemand;
import io.koordbridge.yarnoperator.resourcemanager.ClusterReport;
import io.koordbridge.yarnoperator.resourcemanager.ReportedNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A node as last looked at, and reports that name NodeManagers. */
final class Looked {

    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    final String name;
    BatchAmount origin = new BatchAmount(8_000, 8L << 30);
    LeaseStateName state = LeaseStateName.STEADY;
    NodeUsage usage = NodeUsage.NONE;
    final List<NodeManagerView> managers = new ArrayList<>();

    Looked(String name) {
        this.name = name;
    }

    Looked manager(String cluster, ManagerState its) {
        NodeManagerRef ref = new NodeManagerRef(cluster, name, 8041);
        managers.add(new NodeManagerView(
                ref,
                its,
                new YarnAmount(4, 4_096),
                new YarnAmount(3, 2_048),
                null,
                false,
                true,
                Duration.ofSeconds(1),
                1,
                0));
        return this;
    }

    NodeLeaseStatus status() {
        NodeBalances books = new NodeBalances(
                origin, new BatchAmount(1_000, 1L << 30), BatchAmount.ZERO, BatchAmount.ZERO, true, null, false, null);
        NodeObservation seen = new NodeObservation(
                NOW,
                new Authority(NOW, true),
                books,
                new WrittenLease(null, null, null, null, "7"),
                managers,
                new Demand(true, 0, 0, false),
                NodeAgent.SILENT,
                Masters.UNKNOWN,
                null,
                null);
        NodeReading reading = NodeReading.of(
                new NodeBuilder().withNewMetadata().withName(name).endMetadata().build(), null, null);
        return new NodeLeaseStatus(
                name,
                reading,
                seen,
                null,
                state,
                new YarnAmount(2, 2_048),
                new NodeLeaseStatus.NodeManagers(List.of(), 1, Map.of(), NodeAsked.NOTHING),
                usage,
                List.of(),
                List.of());
    }

    static ReportedNode reported(String host, ManagerState state, int containers, String label) {
        YarnAmount some = new YarnAmount(4, 4_096);
        return new ReportedNode(host, 8041, state, "", some, some, containers, "", label, Map.of());
    }

    static ClusterReport report(String cluster, ClusterDemand demand, ReportedNode... nodes) {
        Map<String, ReportedNode> byId =
                Arrays.stream(nodes).collect(Collectors.toMap(ReportedNode::nodeId, Function.identity()));
        return new ClusterReport(cluster, NOW, byId, Map.of(), demand, 0);
    }
}
