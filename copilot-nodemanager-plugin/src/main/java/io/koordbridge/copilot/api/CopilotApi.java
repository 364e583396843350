package io.koordbridge.copilot.api;

import io.koordbridge.copilot.decommission.Decommission;
import io.koordbridge.copilot.evict.EvictionService;
import io.koordbridge.copilot.http.BadRequestException;
import io.koordbridge.copilot.http.HttpHandler;
import io.koordbridge.copilot.http.HttpRequest;
import io.koordbridge.copilot.http.HttpResponse;
import io.koordbridge.copilot.node.ContainerFacts;
import io.koordbridge.copilot.node.NodeView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the call for a request. */
public final class CopilotApi implements HttpHandler {
    private final NodeView node;
    private final PluginState state;
    private final ShrinkCalls shrinks;
    private final Map<String, Call> gets = new LinkedHashMap<>();
    private final Map<String, Call> posts = new LinkedHashMap<>();

    public CopilotApi(NodeView node, EvictionService service, Decommission decommission, PluginState state) {
        this.node = node;
        this.state = state;
        this.shrinks = new ShrinkCalls(node, decommission);
        EvictionCalls evictions = new EvictionCalls(node, service, state);
        gets.put("/health", request -> health());
        gets.put("/information", request -> information());
        gets.put("/v1/containers", request -> containers());
        gets.put("/v1/container", this::container);
        gets.put("/v2/node", request -> node());
        gets.put("/v2/containers", request -> containersVersion2());
        posts.put("/v1/killContainer", request -> evictions.kill(request.body()));
        posts.put("/v1/killContainersByResource", request -> evictions.killByResource(request.body()));
        posts.put("/v2/shrink", request -> shrinks.shrink(request.body()));
        posts.put("/v2/evict", request -> evictions.evict(request.body()));
    }

    @Override
    public HttpResponse handle(HttpRequest request) throws BadRequestException {
        boolean get = request.method().equals("GET");
        Call call = get ? gets.get(request.path()) : posts.get(request.path());
        if (call != null && (get || request.method().equals("POST"))) {
            return call.answer(request);
        }
        boolean known = gets.containsKey(request.path()) || posts.containsKey(request.path());
        return known
                ? HttpResponse.error(405, request.method() + " is not allowed for " + request.path())
                : HttpResponse.error(404, "no call " + request.path());
    }

    /** A text in every case: {@code "ok"}, or {@code "degraded: "} and the reasons; after either what holds by the way it is installed. */
    private HttpResponse health() {
        List<String> reasons = state.degraded();
        String state = reasons.isEmpty() ? "ok" : "degraded: " + String.join("; ", reasons);
        List<String> notes = this.state.notes();
        return HttpResponse.ok(notes.isEmpty() ? state : state + "; note: " + String.join("; ", notes));
    }

    private static HttpResponse information() {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("name", "yarn");
        json.put("version", "v1");
        return HttpResponse.ok(json);
    }

    private HttpResponse containers() {
        List<Map<String, @Nullable Object>> items = new ArrayList<>();
        for (ContainerFacts container : node.containers()) {
            if (!container.finalForVersion1()) {
                items.add(ContainerJson.version1(container, state.cgroupPath()));
            }
        }
        return HttpResponse.ok(items);
    }

    private HttpResponse container(HttpRequest request) throws BadRequestException {
        String id = request.query("containerID");
        for (ContainerFacts container : node.containers()) {
            if (container.id().equals(id)) {
                return HttpResponse.ok(ContainerJson.version1(container, state.cgroupPath()));
            }
        }
        throw new BadRequestException(id == null ? "containerID must be there" : "no container " + id);
    }

    private HttpResponse node() {
        Map<String, @Nullable Object> json =
                NodeJson.of(node.node(), node.containers(), node.groups(), state, node.stopping());
        json.put("decommission", shrinks.state());
        return HttpResponse.ok(json);
    }

    private HttpResponse containersVersion2() {
        List<Map<String, @Nullable Object>> items = new ArrayList<>();
        for (ContainerFacts container : node.containers()) {
            if (container.live()) {
                items.add(ContainerJson.version2(container));
            }
        }
        return HttpResponse.ok(Collections.singletonMap("containers", items));
    }

    private interface Call {
        HttpResponse answer(HttpRequest request) throws BadRequestException;
    }
}
