package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public final class CgroupPathsAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cgroup-paths";
    }

    @Override
    public JsonNode run(JsonNode input) {
        ObjectNode out = Json.MAPPER.createObjectNode();
        try {
            return answer(new KernelCase(input), input, out);
        } catch (IllegalArgumentException e) {
            return out.put("error", true);
        }
    }

    private static ObjectNode answer(KernelCase kernel, JsonNode input, ObjectNode out) {
        CgroupPaths paths = kernel.tree.paths();
        String basename = input.path("basename").asText();
        String dir = input.path("dir").asText();
        return switch (input.path("what").asText()) {
            case "podDir" -> out.put("dir", podDir(kernel, input));
            case "qosDir" ->
                out.put("dir", paths.qosDir(kubeQos(input.path("kubeQoS").asText())));
            case "containerDir" -> out.put("dir", containerDir(paths, input));
            case "file" -> out.put("path", file(kernel, input, dir));
            case "podIDOfDir" -> out.put("podUID", paths.podUidOf(basename));
            case "containerIDOfDir" -> out.put("containerID", paths.containerIdOf(basename));
            case "kubeQoSOfDir" -> out.put("kubeQoS", CgroupPaths.kubeQosOf(dir).wireName());
            case "hostApplicationDir" ->
                out.put("dir", paths.hostApplicationDir(Json.as(input.path("hostApplication"), HostApplication.class)));
            case "perfDir" ->
                out.put(
                        "path",
                        kernel.tree
                                .directory("perf_event", containerDir(paths, input))
                                .toString());
            case "sandboxID" -> out.put("containerID", sandbox(kernel, input));
            default -> throw new IllegalStateException("unknown question " + input.path("what"));
        };
    }

    private static PodInfo pod(JsonNode input) {
        return PodInfos.of(Json.as(input.path("pod"), Pod.class), problem -> {});
    }

    private static String podDir(KernelCase kernel, JsonNode input) {
        PodInfo pod = pod(input);
        return kernel.tree.paths().podDir(pod.kubeQos(), pod.uid());
    }

    private static String containerDir(CgroupPaths paths, JsonNode input) {
        return paths.containerDir(
                input.path("podDir").asText(), input.path("containerID").asText());
    }

    private static String file(KernelCase kernel, JsonNode input, String dir) {
        return Knob.ofName(input.path("resource").asText())
                .flatMap(resource -> kernel.tree.file(resource, dir))
                .orElseThrow(() -> new IllegalArgumentException("no such file"))
                .toString();
    }

    private static String sandbox(KernelCase kernel, JsonNode input) {
        List<String> ids = new ArrayList<>();
        // Ended containers and those that are not made yet count as well.
        input.path("pod")
                .path("status")
                .path("containerStatuses")
                .forEach(one -> ids.add(one.path("containerID").asText()));
        return new SandboxFinder(kernel.tree).find(podDir(kernel, input), ids).orElse("");
    }

    private static KubeQos kubeQos(String name) {
        return Arrays.stream(KubeQos.values())
                .filter(one -> one.wireName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
