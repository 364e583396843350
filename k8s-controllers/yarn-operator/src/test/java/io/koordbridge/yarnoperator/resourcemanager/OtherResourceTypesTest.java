package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.yarn.api.records.impl.pb.NodeReportPBImpl;
import org.apache.hadoop.yarn.proto.YarnProtos.NodeIdProto;
import org.apache.hadoop.yarn.proto.YarnProtos.NodeReportProto;
import org.apache.hadoop.yarn.proto.YarnProtos.NodeResourceMapProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceInformationProto;
import org.apache.hadoop.yarn.proto.YarnProtos.ResourceProto;
import org.apache.hadoop.yarn.server.api.protocolrecords.impl.pb.UpdateNodeResourceRequestPBImpl;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.Test;

/** In a JVM without resource-types.xml, as the operator's: Hadoop's own records drop the types used here. */
class OtherResourceTypesTest {

    private static final ResourceInformationProto GPU = type("yarn.io/gpu", 4, "");
    private static final ResourceInformationProto DISK = type("example.com/disk", 20, "G");
    private static final NodeIdProto NODE =
            NodeIdProto.newBuilder().setHost("nm-0").setPort(8041).build();

    private final OtherResourceTypes others = new OtherResourceTypes();

    private static ResourceInformationProto type(String key, long value, String units) {
        return ResourceInformationProto.newBuilder()
                .setKey(key)
                .setValue(value)
                .setUnits(units)
                .build();
    }

    private static NodeReportProto report(NodeIdProto node, ResourceInformationProto... types) {
        ResourceProto.Builder capability = ResourceProto.newBuilder()
                .setMemory(4_096)
                .setVirtualCores(4)
                .addResourceValueMap(type("memory-mb", 4_096, "Mi"))
                .addResourceValueMap(type("vcores", 4, ""))
                .addAllResourceValueMap(List.of(types));
        return NodeReportProto.newBuilder()
                .setNodeId(node)
                .setCapability(capability)
                .build();
    }

    private ResourceProto sent() {
        NodeResourceMapProto entry = ((UpdateNodeResourceRequestPBImpl)
                        others.update("nm-0", 8041, new YarnAmount(2, 1_024), Duration.ofSeconds(7)))
                .getProto()
                .getNodeResourceMap(0);
        assertThat(entry.getNodeId()).isEqualTo(NODE);
        assertThat(entry.getResourceOption().getOverCommitTimeout()).isEqualTo(7_000);
        return entry.getResourceOption().getResource();
    }

    @Test
    void goBackAsTheyWereReported() {
        assertThat(ResourceUtils.getResourceTypes()).containsOnlyKeys("memory-mb", "vcores");
        others.remember(List.of(report(NODE, GPU, DISK)));

        assertThat(sent())
                .isEqualTo(ResourceProto.newBuilder()
                        .setMemory(1_024)
                        .setVirtualCores(2)
                        .addResourceValueMap(GPU)
                        .addResourceValueMap(DISK)
                        .build());
    }

    @Test
    void followTheLastReport() {
        others.remember(List.of(report(NODE, GPU)));
        others.remember(List.of(report(NODE, type("yarn.io/gpu", 8, ""))));

        assertThat(sent().getResourceValueMapList()).containsExactly(type("yarn.io/gpu", 8, ""));

        others.remember(List.of(report(NODE)));

        assertThat(sent().getResourceValueMapList()).isEmpty();
    }

    @Test
    void areRememberedWhileAReportDoesNotNameTheNode() {
        others.remember(List.of(report(NODE, GPU)));
        others.remember(List.of());

        assertThat(sent().getResourceValueMapList()).containsExactly(GPU);
    }

    @Test
    void ofOneNodeAreNotThoseOfAnother() {
        others.remember(List.of(report(NODE.toBuilder().setPort(8042).build(), GPU), report(NODE, DISK)));

        assertThat(sent().getResourceValueMapList()).containsExactly(DISK);
    }

    @Test
    void areNotKnownBeforeAReport() {
        assertThat(others.reported()).isFalse();
        assertThat(sent().getResourceValueMapList()).isEmpty();

        others.remember(List.of());

        assertThat(others.reported()).isTrue();
    }

    /** What the records would make of it; a change of Hadoop here makes this class superfluous. */
    @Test
    void areDroppedByHadoopsRecords() {
        assertThat(new NodeReportPBImpl(report(NODE, GPU)).getCapability().getResources())
                .hasSize(2);
    }
}
