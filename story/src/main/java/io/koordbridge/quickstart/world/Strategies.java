package io.koordbridge.quickstart.world;

import java.util.Map;

/** The content of {@code slo-controller-config} for the story: quick windows, suppress by quota. */
final class Strategies {

    private Strategies() {}

    static Map<String, String> data() {
        return Map.of("colocation-config", """
                {"enable": true,
                 "metricAggregateDurationSeconds": 10,
                 "metricReportIntervalSeconds": 5,
                 "cpuReclaimThresholdPercent": 95,
                 "memoryReclaimThresholdPercent": 80,
                 "resourceDiffThreshold": 0.05,
                 "updateTimeThresholdSeconds": 30}
                """, "resource-threshold-config", """
                {"clusterStrategy":
                  {"enable": true,
                   "cpuSuppressPolicy": "cfsQuota",
                   "cpuSuppressThresholdPercent": 95,
                   "cpuSuppressMinPercent": %d}}
                """.formatted(Sizing.FLOOR_CPU_PERCENT));
    }
}
