package io.koordbridge.koordlet.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.api.slo.CpuBurstStrategy;
import io.koordbridge.koordlet.cgroup.CgroupFormat;
import io.koordbridge.koordlet.cgroup.CgroupUpdate;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.qos.burst.BurstRules;
import io.koordbridge.koordlet.qos.burst.BurstSettings;
import io.koordbridge.koordlet.qos.burst.NodeState;
import io.koordbridge.koordlet.qos.burst.TokenBucket;
import io.koordbridge.koordlet.store.Metric;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.testkit.conformance.Json;
import io.koordbridge.testkit.conformance.SuiteAdapter;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What CPU burst wants, written one by one in the recorded order. The kernels of the recorder took any burst; what a stock kernel takes, and
 * in which order, is seen to after the wish, where quotas are composed (enforce.quota).
 */
public final class CpuBurstAdapter implements SuiteAdapter {

    @Override
    public String suite() {
        return "koordlet/cpu-burst";
    }

    @Override
    public JsonNode run(JsonNode input) {
        Run run = new Run(new KernelCase(input));
        ObjectNode out = Json.MAPPER.createObjectNode();
        ArrayNode rounds = out.putArray("rounds");
        for (JsonNode round : input.path("rounds")) {
            rounds.add(run.round(round));
        }
        return out;
    }

    /** All rounds of a case. */
    private static final class Run {
        private final KernelCase kernel;
        private final List<PodInfo> pods;
        private final Map<String, TokenBucket> buckets = new HashMap<>();
        private final Duration fresh;
        private final Optional<CpuBurstStrategy> node;
        private SampleStore store = Samples.store();
        private NodeState state = NodeState.UNKNOWN;

        Run(KernelCase kernel) {
            this.kernel = kernel;
            this.pods = kernel.pods();
            this.fresh = Duration.ofSeconds(
                    2 * kernel.input.path("metricCollectIntervalSeconds").asLong(1));
            this.node = Samples.nodeSlo(kernel.input).map(slo -> slo.effective().cpuBurstStrategy());
            BurstSettings settings = node.map(BurstSettings::of).orElse(BurstSettings.NONE);
            kernel.input.path("limiters").properties().forEach(one -> {
                Instant at = kernel.now.minusMillis(
                        one.getValue().path("lastUpdateAgeMs").asLong());
                buckets.put(
                        one.getKey(),
                        TokenBucket.of(
                                settings.periodSeconds().orElse(0),
                                settings.quotaPercent().orElse(0),
                                one.getValue().path("tokens").asLong(),
                                at));
            });
        }

        ObjectNode round(JsonNode round) {
            Instant now = kernel.advance(round.path("elapsedMs"));
            kernel.putFiles(round.path("files"));
            store = Samples.store();
            Samples.fill(store, round.path("samples"), now);
            ObjectNode out = Json.MAPPER.createObjectNode();
            node.ifPresent(section -> {
                state = CpuBurstNodeStateAdapter.state(
                        store,
                        pods,
                        kernel.input.path("numCPU").asInt(),
                        section.sharePoolThresholdPercent(),
                        Duration.ofSeconds(1),
                        now);
                out.put("nodeState", state.wireName());
                for (int i = 0; i < pods.size(); i++) {
                    if (BurstRules.concerns(pods.get(i))) {
                        pod(
                                pods.get(i),
                                settings(section, kernel.input.path("pods").path(i)));
                    }
                }
            });
            out.set("writes", kernel.writes());
            if (kernel.input.has("limiters")) {
                ObjectNode tokens = out.putObject("limiterTokens");
                buckets.forEach((id, bucket) -> tokens.put(id, bucket.tokens()));
            }
            return out;
        }

        private static BurstSettings settings(CpuBurstStrategy section, JsonNode pod) {
            String text = pod.path("metadata")
                    .path("annotations")
                    .path("koordinator.sh/cpuBurst")
                    .asText("{}");
            try {
                return BurstSettings.of(section).with(BurstSettings.parse(text));
            } catch (IllegalArgumentException e) {
                return BurstSettings.of(section);
            }
        }

        private void pod(PodInfo pod, BurstSettings settings) {
            String podGroup = kernel.tree.paths().podDir(pod.kubeQos(), pod.uid());
            long sum = 0;
            for (ContainerInfo container : pod.containers()) {
                String group = kernel.tree.paths().containerDir(podGroup, container.id());
                long wanted = BurstRules.burstMicros(settings, container.limitMilliCpu(), period(group));
                burst(group, wanted);
                sum += wanted;
            }
            burst(podGroup, sum);
            for (ContainerInfo container : pod.containers()) {
                if (container.limitMilliCpu() > 0) {
                    try {
                        quota(container, podGroup, settings);
                    } catch (IOException e) {
                        assert e.getMessage() != null : "a container without its files is left";
                    }
                }
            }
        }

        private long period(String group) {
            try {
                return kernel.reader.read(Knob.CPU_CFS_PERIOD, group);
            } catch (IOException e) {
                return CgroupFormat.PERIOD_MICROS;
            }
        }

        private void burst(String group, long micros) {
            kernel.executor.update(new CgroupUpdate(Knob.CPU_CFS_BURST, group, String.valueOf(micros), "burst"));
        }

        private void quota(ContainerInfo container, String podGroup, BurstSettings settings) throws IOException {
            String group = kernel.tree.paths().containerDir(podGroup, container.id());
            long current = kernel.reader.read(Knob.CPU_CFS_QUOTA, group);
            Instant now = kernel.clock.instant();
            BurstRules.Allowance allowance = BurstRules.allowance(
                    settings,
                    buckets.get(container.id()),
                    CpuBurstNodeStateAdapter.boxed(store.latest(Metric.CONTAINER_CPU, container.id(), now, fresh)),
                    container.limitMilliCpu(),
                    new BurstRules.Tokens(container.id(), now));
            if (allowance.bucket() != null) {
                buckets.put(container.id(), allowance.bucket());
            }
            Optional<Double> throttled = CpuBurstNodeStateAdapter.boxed(
                    store.latest(Metric.CONTAINER_THROTTLED, container.id(), now, fresh));
            long target = BurstRules.move(settings, allowance.allowed(), throttled, state)
                    .target(
                            current,
                            BurstRules.baseMicros(container.limitMilliCpu(), period(group)),
                            BurstRules.ceilPercent(settings));
            if (target > current) {
                follow(podGroup, target - current);
                write(group, target);
            } else if (target < current) {
                write(group, target);
                follow(podGroup, target - current);
            }
        }

        private void follow(String podGroup, long change) throws IOException {
            long current = kernel.reader.read(Knob.CPU_CFS_QUOTA, podGroup);
            if (current > 0) {
                write(podGroup, current + change);
            }
        }

        private void write(String group, long micros) {
            kernel.executor.updateNow(new CgroupUpdate(Knob.CPU_CFS_QUOTA, group, String.valueOf(micros), "burst"));
        }
    }
}
