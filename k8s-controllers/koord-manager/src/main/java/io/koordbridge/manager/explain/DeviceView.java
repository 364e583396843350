package io.koordbridge.manager.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.capacity.deviceresource.DeviceOutcome;
import io.koordbridge.capacity.plan.NodeExplanation;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the devices of a node offer, as JSON. */
@PureCore
public final class DeviceView {

    private DeviceView() {}

    /** One object for each type of device that was looked at. */
    public static ArrayNode render(NodeExplanation explanation, Instant now) {
        ArrayNode out = JsonNodeFactory.instance.arrayNode();
        add(out, "gpu", explanation.terms().gpus(), explanation, now);
        add(out, "rdma", explanation.terms().rdma(), explanation, now);
        return out;
    }

    private static void add(
            ArrayNode out, String type, @Nullable DeviceOutcome outcome, NodeExplanation explanation, Instant now) {
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
        one.set("sums", SumView.of(DeviceSum.of(explanation.terms().node(), outcome), explanation, now));
    }
}
