package io.koordbridge.koordlet.app;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSloSpec;
import io.koordbridge.koordlet.gate.Gate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Gates, settings and a pod with which each feature of the agent has something to write. */
final class EveryFeature {

    private static final String SETTINGS = """
            resourceUsedThresholdWithBE: {enable: true, cpuSuppressThresholdPercent: 65, cpuSuppressPolicy: cpuset}
            cpuBurstStrategy: {policy: auto}
            systemStrategy: {watermarkScaleFactor: 20, minFreeKbytesFactor: 100}
            resourceQOSStrategy:
              lsrClass: {memoryQOS: {enable: true, minLimitPercent: 50, lowLimitPercent: 100}, cpuQOS: {enable: true}}
              lsClass:
                memoryQOS: {enable: true, minLimitPercent: 50, lowLimitPercent: 100, throttlingPercent: 80}
                cpuQOS: {enable: true}
              beClass: {memoryQOS: {enable: true, oomKillGroup: 1}, cpuQOS: {enable: true}, resctrlQOS: {enable: true}}
            """;

    private static final String ONLINE = """
                metadata:
                  name: online
                  namespace: default
                  labels: {koordinator.sh/qosClass: LS}
                spec:
                  nodeName: %s
                  containers:
                  - {name: main, resources: {requests: {cpu: 500m, memory: 128Mi}, limits: {cpu: 1, memory: 256Mi}}}
                status:
                  phase: Running
                  qosClass: Burstable
                  containerStatuses: [{name: main, containerID: "containerd://c2", state: {running: {}}}]
                """;

    private EveryFeature() {}

    static NodeSloSpec settings() {
        return Serialization.unmarshal(SETTINGS, NodeSloSpec.class);
    }

    /** Latency-sensitive, with limits. */
    static Pod onlinePod() {
        return Serialization.unmarshal(ONLINE.formatted(FakeCluster.NODE), Pod.class);
    }

    /** All gates that do anything, but the one by which suppression leaves CPUs to the scheduler. */
    static String gates() {
        return Arrays.stream(Gate.values())
                .filter(gate -> gate.meaning().isPresent() && gate != Gate.BECPU_MANAGER)
                .map(gate -> gate.wireName() + "=true")
                .collect(Collectors.joining(","));
    }

    /** Settings of the kernel that one of them changes. */
    static Map<String, String> kernel() throws IOException {
        Map<String, String> held = new TreeMap<>();
        for (String file : new String[] {"min_free_kbytes", "watermark_scale_factor"}) {
            held.put(file, Files.readString(Path.of("/proc/sys/vm", file)).strip());
        }
        return held;
    }
}
