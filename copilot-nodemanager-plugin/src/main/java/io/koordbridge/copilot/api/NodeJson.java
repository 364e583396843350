package io.koordbridge.copilot.api;

import io.koordbridge.copilot.lease.LeaseDecision;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.GroupFacts;
import io.koordbridge.copilot.node.NodeFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The shape of /v2/node. Pure. */
final class NodeJson {
    private NodeJson() {}

    static Map<String, @Nullable Object> of(
            NodeFacts node, List<ContainerFacts> containers, GroupFacts groups, PluginState state, boolean stopping) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("nodeId", node.nodeId().isEmpty() ? null : node.nodeId());
        json.put("rmClusterId", node.clusterId().isEmpty() ? null : node.clusterId());
        json.put("nodeManagerVersion", node.version());
        json.put("pluginVersion", state.pluginVersion());
        json.put("stopping", stopping);
        json.put("capacity", sizes(node.capacity()));
        json.put("allocated", allocated(containers));
        json.put("masters", masters(containers));
        Map<String, @Nullable Object> utilization = new LinkedHashMap<>();
        utilization.put("containers", use(node.containerUse()));
        utilization.put("node", use(node.nodeUse()));
        json.put("utilization", utilization);
        json.put("lease", lease(state.lease()));
        json.put("placement", placement(state, groups));
        json.put("strangers", groups.strangers());
        json.put("degraded", state.degraded());
        return json;
    }

    private static Map<String, @Nullable Object> sizes(NodeFacts.Amount amount) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("vcores", known(amount.cpu()));
        json.put("memoryMB", known(amount.megabytes()));
        return json;
    }

    private static Map<String, @Nullable Object> use(NodeFacts.Amount amount) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("cpuMilli", known(amount.cpu()));
        json.put("memoryBytes", amount.megabytes() < 0 ? null : amount.megabytes() << 20);
        return json;
    }

    private static Map<String, @Nullable Object> allocated(List<ContainerFacts> containers) {
        long vcores = 0;
        long megabytes = 0;
        int count = 0;
        for (ContainerFacts container : containers) {
            if (container.live()) {
                vcores += container.vcores();
                megabytes += container.memoryMegabytes();
                count++;
            }
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("containers", count);
        json.put("vcores", vcores);
        json.put("memoryMB", megabytes);
        return json;
    }

    /** What must not be taken away while there is anything else. */
    private static Map<String, @Nullable Object> masters(List<ContainerFacts> containers) {
        long vcores = 0;
        long megabytes = 0;
        for (ContainerFacts container : containers) {
            if (container.live() && container.master()) {
                vcores += container.vcores();
                megabytes += container.memoryMegabytes();
            }
        }
        return sizes(new NodeFacts.Amount(vcores, megabytes));
    }

    private static Map<String, @Nullable Object> lease(LeaseDecision lease) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("source", lease.source().name());
        json.put("vcores", lease.vcores());
        json.put("memoryMB", lease.memoryMegabytes());
        json.put("epoch", lease.epoch());
        return json;
    }

    private static Map<String, @Nullable Object> placement(PluginState state, GroupFacts groups) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("mode", state.placementMode());
        json.put("root", state.cgroupRoot());
        json.put("path", state.cgroupPath());
        json.put("confirmed", groups.confirmed());
        return json;
    }

    private static @Nullable Long known(long value) {
        return value < 0 ? null : Long.valueOf(value);
    }
}
