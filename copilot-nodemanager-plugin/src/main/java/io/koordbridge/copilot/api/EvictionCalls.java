package io.koordbridge.copilot.api;

import io.koordbridge.copilot.evict.Amount;
import io.koordbridge.copilot.evict.EvictionOutcome;
import io.koordbridge.copilot.evict.EvictionRequest;
import io.koordbridge.copilot.evict.EvictionService;
import io.koordbridge.copilot.evict.QuantityParser;
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

/** The calls that end containers. */
final class EvictionCalls {
    private static final int MAX_CONTAINERS = 10_000;
    private static final int MAX_REASON = 200;
    private static final Set<String> EVICT_FIELDS = Collections.unmodifiableSet(
            new HashSet<>(Arrays.asList("containers", "resources", "reason", "force", "dryRun")));

    private final NodeView node;
    private final EvictionService service;
    private final PluginState state;

    EvictionCalls(NodeView node, EvictionService service, PluginState state) {
        this.node = node;
        this.service = service;
        this.state = state;
    }

    /** POST /v2/evict. */
    HttpResponse evict(String body) throws BadRequestException {
        EvictionOutcome outcome = service.evict(checked(() -> request(JsonParser.parseObject(body))));
        Map<String, @Nullable Object> freed = new LinkedHashMap<>();
        freed.put("cpuMilli", outcome.freed().cpuMilli());
        freed.put("memoryBytes", outcome.freed().memoryBytes());
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("evicted", ids(outcome.evicted()));
        json.put("freed", freed);
        json.put("notFound", outcome.notFound());
        json.put("alreadyEnding", ids(outcome.alreadyEnding()));
        return HttpResponse.ok(json);
    }

    /** POST /v1/killContainer: at once, as its callers expect, but with a status that is forgiven. */
    HttpResponse kill(String body) throws BadRequestException {
        String id = checked(() -> containerId(JsonParser.parseObject(body)));
        EvictionOutcome outcome = service.evict(
                EvictionRequest.ofContainers(Collections.singletonList(id), "killed on request", true, false));
        if (!outcome.notFound().isEmpty()) {
            throw new BadRequestException("no container " + id);
        }
        return items(outcome.evicted().isEmpty() ? outcome.alreadyEnding() : outcome.evicted());
    }

    /** POST /v1/killContainersByResource. */
    HttpResponse killByResource(String body) throws BadRequestException {
        Amount demand = checked(() -> quantities(JsonParser.parseObject(body)));
        return items(service.evict(EvictionRequest.ofAmount(demand, "resources on request", true, false))
                .evicted());
    }

    private HttpResponse items(List<ContainerFacts> containers) {
        List<Map<String, @Nullable Object>> items = new ArrayList<>();
        for (ContainerFacts container : containers) {
            items.add(ContainerJson.version1(container, state.cgroupPath()));
        }
        return HttpResponse.ok(Collections.singletonMap("items", items));
    }

    private static String containerId(JsonObject json) throws JsonException {
        String id = json.text("containerID");
        if (id == null || id.isEmpty()) {
            throw new JsonException("containerID must be there");
        }
        return id;
    }

    private static EvictionRequest request(JsonObject json) throws JsonException {
        for (String name : json.names()) {
            if (!EVICT_FIELDS.contains(name)) {
                throw new JsonException("unknown field " + name);
            }
        }
        String reason = json.text("reason");
        String told = reason == null ? "no reason given" : reason.substring(0, Math.min(MAX_REASON, reason.length()));
        boolean force = json.flag("force");
        boolean dryRun = json.flag("dryRun");
        JsonObject resources = json.object("resources");
        List<String> containers = json.texts("containers");
        if (containers.isEmpty() == (resources == null)) {
            throw new JsonException("exactly one of containers (not empty) and resources must be there");
        }
        if (containers.size() > MAX_CONTAINERS) {
            throw new JsonException("more than " + MAX_CONTAINERS + " containers");
        }
        if (resources == null) {
            return EvictionRequest.ofContainers(containers, told, force, dryRun);
        }
        Amount demand = new Amount(resources.amount("cpuMilli", 0), resources.amount("memoryBytes", 0));
        if (force && demand.memoryBytes() == 0) {
            throw new JsonException("force is for memory emergencies: resources.memoryBytes must be above 0");
        }
        return EvictionRequest.ofAmount(notNothing(demand), told, force, dryRun);
    }

    private static Amount quantities(JsonObject json) throws JsonException {
        JsonObject resources = json.object("resources");
        if (resources == null) {
            throw new JsonException("resources must be there");
        }
        String cpu = resources.scalar("cpu");
        String memory = resources.scalar("memory");
        return notNothing(new Amount(
                cpu == null ? 0 : QuantityParser.milli(cpu), memory == null ? 0 : QuantityParser.units(memory)));
    }

    private static Amount notNothing(Amount demand) throws JsonException {
        if (demand.cpuMilli() == 0 && demand.memoryBytes() == 0) {
            throw new JsonException("resources ask for nothing");
        }
        return demand;
    }

    /** Everything wrong with a request is the caller's to know; nothing is done before the request is understood. */
    private <T> T checked(Reading<T> reading) throws BadRequestException {
        if (node.stopping()) {
            throw new BadRequestException(409, "the NodeManager is stopping");
        }
        try {
            return reading.read();
        } catch (JsonException | IllegalArgumentException e) {
            throw new BadRequestException(String.valueOf(e.getMessage()));
        }
    }

    private static List<String> ids(List<ContainerFacts> containers) {
        List<String> ids = new ArrayList<>();
        for (ContainerFacts container : containers) {
            ids.add(container.id());
        }
        return ids;
    }

    private interface Reading<T> {
        T read() throws JsonException;
    }
}
