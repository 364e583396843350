package io.koordbridge.it.yarn;

import io.koordbridge.lab.hadoop.ResourceManagerProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.protocolrecords.UpdateNodeResourceRequest;

/** Changes a node's capacity by the same call as the operator, always with an explicit timeout. */
final class NodeCapacity {
    private final ResourceManagerAdministrationProtocol admin;
    private final NodeId nodeId;

    NodeCapacity(ResourceManagerProcess resourceManager, String nodeId) throws IOException {
        Configuration configuration = new YarnConfiguration(new Configuration(false));
        resourceManager.clientProperties().forEach(configuration::set);
        this.admin = ClientRMProxy.createRMProxy(configuration, ResourceManagerAdministrationProtocol.class);
        this.nodeId = NodeId.fromString(nodeId);
    }

    void set(int vcores, int megabytes, Duration timeout) throws IOException, YarnException {
        ResourceOption option = ResourceOption.newInstance(
                Resource.newInstance(megabytes, vcores), Math.toIntExact(timeout.toMillis()));
        admin.updateNodeResource(UpdateNodeResourceRequest.newInstance(Map.of(nodeId, option)));
    }
}
