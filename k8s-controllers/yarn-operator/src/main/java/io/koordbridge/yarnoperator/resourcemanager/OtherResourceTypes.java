package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.policy.amount.YarnAmount;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.proto.YarnProtos.NodeIdProto;
import org.apache.hadoop.yarn.proto.YarnProtos.NodeReportProto;
import org.apache.hadoop.yarn.proto.YarnProtos.NodeResourceMapProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceInformationProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceOptionProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceProto;
import org.apache.hadoop.yarn.proto.YarnServerResourceManagerServiceProtos.UpdateNodeResourceRequestProto;
import org.apache.hadoop.yarn.server.api.protocolrecords.UpdateNodeResourceRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.UpdateNodeResourceRequestPBImpl;

/**
 * What nodes have beside memory and vcores, such as {@code yarn.io/gpu}. An update replaces the whole capability of a node, and a type that it
 * does not name becomes 0; so they go back as they were reported. They are read and written in the messages on the wire: Hadoop's records
 * hold only the types of one list, which all clusters of a process would share.
 */
final class OtherResourceTypes {

    private static final Set<String> SENT_BY_FIELD =
            Set.of(ResourceInformation.MEMORY_URI, ResourceInformation.VCORES_URI);

    /** After a failover nodes are missing in reports for a while. */
    private static final Duration REMEMBERED = Duration.ofMinutes(10);

    private final Map<NodeIdProto, Seen> seen = new ConcurrentHashMap<>();
    private volatile boolean reported;

    private record Seen(List<ResourceInformationProto> types, long atNanos) {}

    /** Remembers what a report of all nodes says. */
    void remember(List<NodeReportProto> reports) {
        long now = System.nanoTime();
        for (NodeReportProto report : reports) {
            List<ResourceInformationProto> types =
                    others(report.getCapability()).toList();
            seen.put(report.getNodeId(), new Seen(types, now));
        }
        seen.values().removeIf(one -> now - one.atNanos > REMEMBERED.toNanos());
        reported = true;
    }

    /** What a node has of each, by type. */
    static Map<String, Long> of(ResourceProto capability) {
        return others(capability)
                .collect(Collectors.toMap(
                        ResourceInformationProto::getKey, ResourceInformationProto::getValue, (one, same) -> same));
    }

    private static Stream<ResourceInformationProto> others(ResourceProto capability) {
        return capability.getResourceValueMapList().stream().filter(type -> !SENT_BY_FIELD.contains(type.getKey()));
    }

    /** Whether there was a report; a node that none has named is not known to the ResourceManager either. */
    boolean reported() {
        return reported;
    }

    /** Changes memory and vcores of a node, and nothing else. */
    UpdateNodeResourceRequest update(String host, int port, YarnAmount capability, Duration overcommitTimeout) {
        NodeIdProto node = NodeIdProto.newBuilder().setHost(host).setPort(port).build();
        Seen last = seen.get(node);
        ResourceProto resource = ResourceProto.newBuilder()
                .setMemory(capability.memoryMb())
                .setVirtualCores(Math.toIntExact(capability.vcores()))
                .addAllResourceValueMap(last == null ? List.of() : last.types)
                .build();
        ResourceOptionProto option = ResourceOptionProto.newBuilder()
                .setResource(resource)
                .setOverCommitTimeout(Math.toIntExact(overcommitTimeout.toMillis()))
                .build();
        NodeResourceMapProto entry = NodeResourceMapProto.newBuilder()
                .setNodeId(node)
                .setResourceOption(option)
                .build();
        return new UpdateNodeResourceRequestPBImpl(UpdateNodeResourceRequestProto.newBuilder()
                .addNodeResourceMap(entry)
                .build());
    }
}
