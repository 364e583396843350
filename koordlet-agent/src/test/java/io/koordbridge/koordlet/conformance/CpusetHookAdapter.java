package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.HostApplication;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.kubepods.PodInfos;
import io.koordbridge.koordlet.qos.cpuset.CpusetRule;
import io.koordbridge.protocol.QosClass;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

public final class CpusetHookAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cpuset-hook";
    }

    @Override
    public JsonNode run(JsonNode input) {
        KernelCase kernel = new KernelCase(input);
        ObjectNode out = Json.MAPPER.createObjectNode();
        Optional<CpusetRule> rule = rule(kernel, out);
        if (input.path("pod").isObject()) {
            pod(input, rule, out);
        }
        if (input.has("hostApplications")) {
            // The suite names directories of the systemd driver where a case names no driver.
            CgroupPaths paths = input.has("cgroupDriver") ? kernel.tree.paths() : new CgroupPaths(CgroupDriver.SYSTEMD);
            ObjectNode applications = out.putObject("hostApplications");
            for (JsonNode one : input.path("hostApplications")) {
                HostApplication application = Json.as(one, HostApplication.class);
                ObjectNode result = applications.putObject(String.valueOf(application.name()));
                result.put("cgroupDir", paths.hostApplicationDir(application));
                rule.ifPresent(found -> {
                    if (QosClass.ofLabel(application.qos()) == QosClass.LS) {
                        result.put("cpuset", found.allShared());
                    } else {
                        result.put("error", true);
                    }
                });
            }
        }
        return out;
    }

    private static Optional<CpusetRule> rule(KernelCase kernel, ObjectNode out) {
        try {
            return kernel.topology().map(CpusetRule::of);
        } catch (IllegalArgumentException e) {
            out.put("ruleError", true);
            return Optional.empty();
        }
    }

    @Override
    public List<String> tags(JsonNode input) {
        return RecordedPods.tags(List.of(input.path("pod")));
    }

    /** The plan writes nothing for CPUs that cannot be read; recorded is what was about to be written. */
    private static boolean ownsCpus(PodInfo pod) {
        boolean unreadable =
                pod.placement().cpus().isEmpty() && !pod.placement().annotated().isEmpty();
        return pod.ownsCpus() || (unreadable && (pod.labelQos() == QosClass.LSE || pod.labelQos() == QosClass.LSR));
    }

    private static void pod(JsonNode input, Optional<CpusetRule> rule, ObjectNode out) {
        List<String> problems = new ArrayList<>();
        PodInfo pod = PodInfos.of(RecordedPods.stored(input.path("pod")), problems::add);
        boolean unreadable = problems.stream().anyMatch(problem -> problem.contains("resource-status"))
                && pod.placement().annotated().isEmpty();
        boolean unsets = ownsCpus(pod) && !input.path("disableUnsetCPUQuota").asBoolean(false);
        ObjectNode containers = out.putObject("containers");
        for (JsonNode container : input.path("pod").path("spec").path("containers")) {
            ObjectNode result = containers.putObject(container.path("name").asText());
            if (unreadable) {
                result.put("error", true);
                continue;
            }
            boolean manager = input.path("featureBECPUManager").asBoolean(false);
            CpusetRule.cpus(rule, pod, manager).ifPresent(cpus -> result.put("cpuset", cpus));
            if (unsets) {
                result.put("cfsQuotaUs", -1);
            }
        }
        ObjectNode result = out.putObject("pod");
        if (unreadable) {
            result.put("error", true);
        } else if (unsets) {
            result.put("cfsQuotaUs", -1);
        }
    }
}
