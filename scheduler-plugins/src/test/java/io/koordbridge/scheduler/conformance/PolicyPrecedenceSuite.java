package io.koordbridge.scheduler.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.scheduler.facts.numa.NumaPolicy;
import io.koordbridge.scheduler.facts.numa.NumaTopology;
import io.koordbridge.scheduler.facts.numa.PodNuma;
import io.koordbridge.scheduler.facts.numa.PodNumaReader;
import io.koordbridge.scheduler.place.numa.CpuBinding;
import io.koordbridge.scheduler.place.numa.NumaArgs;
import io.koordbridge.scheduler.place.numa.NumaDecision;
import io.koordbridge.scheduler.place.numa.NumaDemand;
import io.koordbridge.scheduler.place.numa.NumaNode;
import io.koordbridge.scheduler.place.numa.NumaPlanner;
import io.koordbridge.testkit.conformance.Json;
import java.util.List;
import java.util.Optional;

/** Suite scheduler-numa/policy-precedence. */
public final class PolicyPrecedenceSuite extends NumaSuite {

    public PolicyPrecedenceSuite() {
        super("policy-precedence");
    }

    @Override
    public JsonNode run(JsonNode input) {
        NumaArgs args = NumaCase.args(input);
        Pod pod = NumaCase.pod(input.path("pod"));
        NumaNode node = NumaCase.node(input, List.of());
        NumaTopology topology = node.usage().topology();
        NumaDecision decision = NumaCase.demand(pod, args);
        String bindPolicy = node.facts().bindPolicy(topology);
        ObjectNode answer = Json.MAPPER
                .createObjectNode()
                .put("kubeletNumaTopologyPolicy", topology.kubeletPolicy().wireName())
                .put("nodeNumaTopologyPolicy", node.facts().policy(topology).wireName())
                .put("nodeCPUBindPolicy", bindPolicy.isEmpty() ? "None" : bindPolicy)
                .put("numaAllocateStrategy", node.facts().strategy(args.prefersMostAllocated()));
        answer.set("preFilter", NumaCase.status(decision));
        PodNuma.Spec spec = PodNumaReader.read(pod).spec();
        NumaPolicy own = NumaPolicy.ofName(spec.numaPolicy()).orElseThrow();
        NumaDemand wishes = decision.demand() == null
                ? new NumaDemand(
                        io.koordbridge.scheduler.facts.resource.ResourceVector.EMPTY,
                        new NumaDemand.CpuWish(false, "", "", ""),
                        own,
                        spec.numaExclusive().isEmpty() && own != NumaPolicy.NONE ? "Required" : spec.numaExclusive())
                : decision.demand();
        Optional<NumaPolicy> effective = NumaPlanner.effectivePolicy(wishes, node.facts(), topology);
        answer.put("numaTopologyPolicyConflict", effective.isEmpty());
        effective.ifPresent(policy -> answer.put("effectiveNumaTopologyPolicy", policy.wireName()));
        answer.put("numaExclusive", wishes.exclusive());
        if (decision.demand() != null) {
            binding(answer, wishes, CpuBinding.of(wishes, node.facts(), topology));
        }
        return answer;
    }

    private static void binding(ObjectNode answer, NumaDemand wishes, CpuBinding binding) {
        answer.put("podRequestsCPUBind", wishes.wish().binds())
                .put("podPreferredCPUBindPolicy", wishes.wish().preferred())
                .put("podRequiredCPUBindPolicy", wishes.wish().required())
                .put("bindsCPUsOnNode", binding.binds())
                .put("cpuBindPolicy", binding.policy())
                .put("cpuBindPolicyRequired", binding.required());
    }
}
