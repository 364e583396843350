package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.Trees;
import io.koordbridge.koordlet.cluster.override.OverrideKeys;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.measure.reading.Readings;
import io.koordbridge.koordlet.measure.reading.ReadingsReader;
import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.qos.identity.IdentityFinding;
import io.koordbridge.koordlet.qos.identity.IdentityRule;
import io.koordbridge.koordlet.qos.identity.IdentityStrategy;
import io.koordbridge.koordlet.qos.identity.IdentityWish;
import io.koordbridge.koordlet.snapshot.NodeSnapshot;
import io.koordbridge.koordlet.snapshot.SloInForce;
import io.koordbridge.koordlet.strategy.Step;
import io.koordbridge.protocol.KubeQos;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

public final class GroupIdentityAdapter implements SuiteAdapter {

    private static final Map<KubeQos, String> NAMES =
            Map.of(KubeQos.GUARANTEED, "Guaranteed", KubeQos.BURSTABLE, "Burstable", KubeQos.BEST_EFFORT, "BestEffort");

    private final IdentityStrategy strategy = new IdentityStrategy();

    @Override
    public String suite() {
        return "koordlet/group-identity";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        kernel.tree.reach(Trees.below(Path.of("/proc"), Path.of("/sys")));
        Optional<NodeSlo> slo = Samples.nodeSlo(input);
        Optional<IdentityRule> rule = slo.map(found -> IdentityRule.of(found.effective()));
        // The callback of a changed rule does not look at annotations of pods.
        boolean callback = input.path("runCallback").asBoolean(false);
        List<PodInfo> pods = pods(input, !callback);
        NodeSnapshot bare = kernel.snapshot(slo, Optional.empty(), pods);
        Readings readings = new ReadingsReader(kernel.reader, Samples.store(), Duration.ofSeconds(1), problem -> {})
                .read(strategy.needs(withNodeSlo(kernel)), pods, kernel.now);
        IdentityFinding finding = IdentityFinding.of(readings);
        ObjectNode out = Json.MAPPER.createObjectNode();
        out.put("enabled", rule.map(IdentityRule::enabled).orElse(false));
        out.put("supported", finding.isSupported());
        if (callback) {
            Step<?> step = strategy.step(bare.with(readings), strategy.initial());
            kernel.executor.carryOut(step.levels());
            out.set("changedFiles", kernel.changedFiles());
            return out;
        }
        values(out, input, pods, rule.filter(found -> finding.isSupported() && !finding.isIdle(found)));
        return out;
    }

    /** What the kernel has is asked for without a NodeSLO as well. */
    private static SloInForce withNodeSlo(KernelCase kernel) {
        NodeSlo empty = NodeSlo.of(null, null, problem -> {});
        return SloInForce.UNKNOWN.next(Optional.of(empty), true, true, false, kernel.now);
    }

    private static List<PodInfo> pods(JsonNode input, boolean annotated) {
        OverrideKeys keys = annotated ? new OverrideKeys(List.of(IdentityWish.KEY)) : OverrideKeys.NONE;
        List<PodInfo> pods = new ArrayList<>();
        input.path("pods").forEach(pod -> pods.add(PodInfos.of(RecordedPods.stored(pod), keys, problem -> {})));
        return pods;
    }

    private static void values(ObjectNode out, JsonNode input, List<PodInfo> pods, Optional<IdentityRule> rule) {
        ObjectNode directories = out.putObject("kubeQoSDirs");
        rule.ifPresent(found -> NAMES.forEach((qos, name) -> directories.put(name, found.ofDirectory(qos))));
        ObjectNode ofPods = out.putObject("pods");
        for (PodInfo pod : pods) {
            ObjectNode one = ofPods.putObject(pod.name());
            rule.ifPresent(found -> found.ofPod(
                            pod.labelQos(), pod.kubeQos(), pod.overrides().get(IdentityWish.KEY))
                    .ifPresentOrElse(value -> one.put("bvt", value), () -> one.put("error", true)));
        }
        ObjectNode applications = out.putObject("hostApplications");
        JsonNode listed = input.path("nodeSLOSpec").path("hostApplications");
        for (JsonNode one : listed instanceof ArrayNode all ? all : Json.MAPPER.createArrayNode()) {
            HostApplication application = Json.as(one, HostApplication.class);
            rule.ifPresent(found ->
                    applications.put(String.valueOf(application.name()), found.ofApplication(application.qos())));
        }
    }
}
