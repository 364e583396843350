package io.koordbridge.scheduler.place.device;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.device.Device;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.scheduler.Samples;
import io.koordbridge.scheduler.facts.numa.NumaSet;
import io.koordbridge.scheduler.place.numa.NumaArgs;
import io.koordbridge.scheduler.place.numa.NumaPlugin;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.FitCode;
import io.koordbridge.scheduler.view.FitResult;
import io.koordbridge.scheduler.view.NodeView;
import io.koordbridge.scheduler.view.PodFacts;
import io.koordbridge.scheduler.view.PodFactsReader;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Suite scheduler-device/device-share: own cases, written from the specification. */
public final class DeviceShareSuite implements SuiteAdapter {

    @Override
    public String suite() {
        return "scheduler-device/device-share";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ClusterLedger ledger = new ClusterLedger();
        ledger.nodeSeen(Samples.nodeFacts("n1", 4_000, "8Gi"));
        if (input.has("device")) {
            Device device = Json.as(input.path("device"), Device.class);
            device.getMetadata().setName("n1");
            new DeviceFeed(ledger, (about, problem) -> {}, name -> {}).devicesSeen(device);
        }
        int number = 0;
        for (JsonNode holder : input.path("holders")) {
            Pod pod = Samples.bound(Samples.pod("holder-" + number++, requested(holder)), "n1");
            pod.getMetadata().setAnnotations(Map.of(Annotations.POD_DEVICE_ALLOCATED, holder.toString()));
            ledger.podSeen(PodFactsReader.read(pod));
        }
        NodeView node = ledger.view().node("n1").orElseThrow();
        PodFacts pod = pod(input);
        DeviceArgs args = input.has("args") ? Json.as(input.path("args"), DeviceArgs.class) : DeviceArgs.DEFAULT;
        DevicePlugin plugin = new DevicePlugin(args, new NumaPlugin(NumaArgs.DEFAULT));
        FitResult fit = plugin.answer(pod.shape(), node).fit();
        if (fit.fits() && input.has("numaNodes")) {
            List<Integer> ids = new ArrayList<>();
            input.path("numaNodes").forEach(id -> ids.add(id.asInt()));
            DeviceAllocator.Result aligned = DeviceAllocator.allocate(
                    DeviceRequestReader.read(pod.shape()),
                    node.objects().find(NodeDevices.class),
                    DeviceUsage.of(node),
                    args.scoringStrategy(),
                    NumaSet.of(ids));
            return answer(aligned.fit(), GrantCodec.write(aligned.grants()));
        }
        String text =
                plugin.reserve(pod, node).missingAnnotations().getOrDefault(Annotations.POD_DEVICE_ALLOCATED, "{}");
        return answer(fit, text);
    }

    /** What a pod requests that holds this: devices count as far as they are requested. */
    private static Map<String, String> requested(JsonNode holder) {
        Map<String, Long> sums = new HashMap<>();
        GrantCodec.read(holder.toString()).forEach((type, grants) -> {
            grants.forEach(
                    grant -> grant.amounts().amounts().forEach((name, amount) -> sums.merge(name, amount, Long::sum)));
            if (type.equals(DeviceNames.GPU)) {
                sums.put(DeviceNames.GPU_SHARED, (long) grants.size());
            }
        });
        if (sums.containsKey(DeviceNames.GPU_MEMORY_RATIO)) {
            sums.remove(DeviceNames.GPU_MEMORY);
        }
        Map<String, String> requests = new HashMap<>();
        sums.forEach((name, amount) -> requests.put(name, Long.toString(amount)));
        return requests;
    }

    private static PodFacts pod(JsonNode input) {
        Map<String, String> requests = new HashMap<>();
        input.path("requests")
                .properties()
                .forEach(one -> requests.put(one.getKey(), one.getValue().asText()));
        Map<String, String> annotations = new HashMap<>();
        if (input.has("hint")) {
            annotations.put(Annotations.POD_DEVICE_HINT, input.path("hint").toString());
        }
        if (input.has("joint")) {
            annotations.put(Annotations.POD_DEVICE_JOINT, input.path("joint").toString());
        }
        Pod pod = Samples.pod("p", requests);
        pod.getMetadata().setAnnotations(annotations);
        return PodFactsReader.read(pod);
    }

    private static JsonNode answer(FitResult fit, String allocated) {
        ObjectNode answer = Json.MAPPER.createObjectNode();
        if (!fit.fits()) {
            boolean some = fit.code() == FitCode.UNSCHEDULABLE;
            answer.put("code", some ? "Unschedulable" : "UnschedulableAndUnresolvable");
            ArrayNode reasons = answer.putArray("reasons");
            fit.reasons().forEach(reasons::add);
            return answer;
        }
        answer.put("code", "Success");
        ObjectNode types = answer.putObject("allocated");
        GrantCodec.read(allocated).forEach((type, grants) -> {
            ArrayNode list = types.putArray(type);
            for (Grant grant : grants) {
                ObjectNode one = list.addObject().put("minor", grant.minor());
                ObjectNode resources = one.putObject("resources");
                grant.amounts().amounts().forEach(resources::put);
                if (!grant.functions().isEmpty()) {
                    ArrayNode functions = one.putArray("vfs");
                    grant.functions().forEach(function -> functions.add(function.busId()));
                }
            }
        });
        return answer;
    }

    /** The words of a request that cannot be fulfilled anywhere are free. */
    @Override
    public Optional<String> difference(JsonNode expect, JsonNode actual) {
        if (!expect.has("reasons") && actual instanceof ObjectNode answer) {
            answer.remove("reasons");
        }
        return Json.difference(expect, actual, 1e-9);
    }
}
