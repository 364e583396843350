package io.koordbridge.manager.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.capacity.deviceresource.DeviceOutcome;
import io.koordbridge.capacity.offered.StageNames;
import io.koordbridge.capacity.plan.NodeExplanation;
import io.koordbridge.capacity.plan.NodeTerms;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.Set;
import java.util.TreeMap;

/** What the devices of a node offer, as JSON. */
@PureCore
public final class DeviceView {

    /** Stages whose sums this view shows. */
    static final Set<String> STAGES = Set.of(StageNames.GPU_DEVICE_RESOURCE, StageNames.RDMA_DEVICE_RESOURCE);

    private DeviceView() {}

    /** One object for each type of device that was looked at. */
    public static ArrayNode render(NodeExplanation explanation, Instant now) {
        ArrayNode out = JsonNodeFactory.instance.arrayNode();
        add(out, StageNames.GPU_DEVICE_RESOURCE, "gpu", explanation, now);
        add(out, StageNames.RDMA_DEVICE_RESOURCE, "rdma", explanation, now);
        return out;
    }

    private static void add(ArrayNode out, String stage, String type, NodeExplanation explanation, Instant now) {
        NodeTerms terms = explanation.terms();
        DeviceOutcome outcome = terms.result(stage, DeviceOutcome.class).orElse(null);
        if (outcome == null) {
            return;
        }
        ObjectNode one = out.addObject();
        one.put("type", type);
        one.put("source", "Device/" + explanation.terms().node());
        one.put("reason", outcome.reason().name());
        one.put("healthy", outcome.counts().healthy());
        one.put("unhealthy", outcome.counts().unhealthy());
        ObjectNode labels = one.putObject("labels");
        new TreeMap<>(outcome.labels()).forEach(labels::put);
        ArrayNode problems = one.putArray("problems");
        outcome.problems().forEach(problems::add);
        one.set("sums", SumView.of(terms.sums(stage), explanation, now));
    }
}
