package io.koordbridge.copilot.api;

import io.koordbridge.copilot.decommission.Decommission;
import io.koordbridge.copilot.decommission.ShrinkOrder;
import io.koordbridge.copilot.http.BadRequestException;
import io.koordbridge.copilot.http.HttpResponse;
import io.koordbridge.copilot.json.JsonException;
import io.koordbridge.copilot.json.JsonObject;
import io.koordbridge.copilot.json.JsonParser;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.NodeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The call that says to what the node shrinks, and what other calls say of it. */
final class ShrinkCalls {
    private static final Set<String> FIELDS =
            Collections.unmodifiableSet(new HashSet<>(Arrays.asList("target", "leftMillis", "countsVcores")));

    private final NodeView node;
    private final Decommission decommission;

    ShrinkCalls(NodeView node, Decommission decommission) {
        this.node = node;
        this.decommission = decommission;
    }

    /** POST /v2/shrink. */
    HttpResponse shrink(String body) throws BadRequestException {
        if (node.stopping()) {
            throw new BadRequestException(409, "the NodeManager is stopping");
        }
        try {
            take(JsonParser.parseObject(body));
        } catch (JsonException e) {
            throw new BadRequestException(String.valueOf(e.getMessage()));
        }
        List<String> leaving = new ArrayList<>();
        for (ContainerFacts container : node.containers()) {
            if (container.live() && container.leavingSince() > 0) {
                leaving.add(container.id());
            }
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("signal", signal());
        json.put("decommissioning", leaving);
        return HttpResponse.ok(json);
    }

    private void take(JsonObject json) throws JsonException {
        for (String name : json.names()) {
            if (!FIELDS.contains(name)) {
                throw new JsonException("unknown field " + name);
            }
        }
        JsonObject target = json.object("target");
        if (target == null) {
            decommission.end();
            return;
        }
        decommission.order(
                required(target, "vcores"),
                required(target, "memoryMB"),
                required(json, "leftMillis"),
                json.flag("countsVcores"));
    }

    private static long required(JsonObject json, String name) throws JsonException {
        if (!json.has(name)) {
            throw new JsonException(name + " must be there");
        }
        return json.amount(name, 0);
    }

    /** The part of GET /v2/node. */
    Map<String, @Nullable Object> state() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("signal", signal());
        ShrinkOrder order = decommission.current();
        if (order == null) {
            json.put("target", null);
        } else {
            Map<String, @Nullable Object> target = new LinkedHashMap<>();
            target.put("vcores", order.vcores());
            target.put("memoryMB", order.megabytes());
            json.put("target", target);
        }
        Decommission.Counts counts = decommission.counts();
        json.put("sent", counts.sent());
        json.put("noHandler", counts.noHandler());
        json.put("failed", counts.failed());
        return json;
    }

    /** Null where none is sent. */
    private @Nullable String signal() {
        return decommission.signal().none() ? null : decommission.signal().name();
    }
}
