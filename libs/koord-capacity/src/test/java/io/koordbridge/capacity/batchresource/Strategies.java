package io.koordbridge.capacity.batchresource;

import io.koordbridge.sloconfig.DocumentDecoder;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.colocation.ColocationStrategy;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Strategies for tests, written as in the config map. */
public final class Strategies {

    private Strategies() {}

    public static ColocationStrategy of(String document) {
        return ColocationStrategy.overDefaults(DocumentDecoder.decode("test", document, ColocationSchemas.STRATEGY)
                .tree());
    }

    /** Every policy and percent of batch resources. */
    static Arbitrary<ColocationStrategy> any() {
        Arbitrary<String> policies = Arbitraries.of("usage", "request", "maxUsageRequest", "unknown");
        Arbitrary<Integer> percents = Arbitraries.integers().between(0, 100);
        return Combinators.combine(percents, percents, policies, policies, percents.injectNull(0.5))
                .as((cpu, memory, cpuPolicy, memoryPolicy, cap) ->
                        of("""
                        {"enable": true, "cpuReclaimThresholdPercent": %d, "memoryReclaimThresholdPercent": %d,
                         "cpuCalculatePolicy": "%s", "memoryCalculatePolicy": "%s", "batchCPUThresholdPercent": %s}
                        """.formatted(cpu, memory, cpuPolicy, memoryPolicy, cap)));
    }
}
