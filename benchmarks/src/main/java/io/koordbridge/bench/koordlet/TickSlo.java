package io.koordbridge.bench.koordlet;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.koordbridge.api.slo.NodeSloSpec;

/** What the NodeSLO says at a measured tick. */
final class TickSlo {

    private static final String THRESHOLDS = """
            resourceUsedThresholdWithBE: {enable: true, cpuSuppressPolicy: %s, memoryEvictThresholdPercent: 70,
              evictEnabledPriorityThreshold: 5999, allocatableEvictPriorityThreshold: 5999,
              cpuEvictThresholdPercent: 95, cpuEvictLowerPercent: 90,
              cpuEvictBESatisfactionUpperPercent: 60, cpuEvictBESatisfactionLowerPercent: 40,
              cpuAllocatableEvictThresholdPercent: 120, cpuAllocatableEvictLowerPercent: 110,
              memoryAllocatableEvictThresholdPercent: 120, memoryAllocatableEvictLowerPercent: 110}
            """;

    /** Every section, so that what a gate switches on has something to do. */
    private static final String SECTIONS = """
            cpuBurstStrategy: {policy: auto, cpuBurstPercent: 200, cfsQuotaBurstPercent: 300, cfsQuotaBurstPeriodSeconds: 60,
              sharePoolThresholdPercent: 50}
            systemStrategy: {minFreeKbytesFactor: 100, watermarkScaleFactor: 150, memcgReapBackGround: 0}
            resourceQOSStrategy:
              policies: {cpuPolicy: groupIdentity}
              lsrClass: &online
                cpuQOS: {enable: true, groupIdentity: 2, schedIdle: 0, coreExpeller: false}
                memoryQOS: {enable: true, minLimitPercent: 50, lowLimitPercent: 80, throttlingPercent: 0, wmarkRatio: 95,
                  wmarkScalePermill: 20, wmarkMinAdj: -25, oomKillGroup: 0, priority: 0, priorityEnable: 0}
                resctrlQOS: {enable: true, catRangeStartPercent: 0, catRangeEndPercent: 100, mbaPercent: 100}
                blkioQOS: {enable: true, blocks: []}
              lsClass: *online
              beClass:
                cpuQOS: {enable: true, groupIdentity: -1, schedIdle: 0, coreExpeller: false}
                memoryQOS: {enable: true, minLimitPercent: 0, lowLimitPercent: 0, throttlingPercent: 80, wmarkRatio: 95,
                  wmarkScalePermill: 20, wmarkMinAdj: 50, oomKillGroup: 1, priority: 0, priorityEnable: 0}
                resctrlQOS: {enable: true, catRangeStartPercent: 0, catRangeEndPercent: 30, mbaPercent: 50}
                blkioQOS:
                  enable: true
                  blocks: [{name: /dev/sda, type: device, ioCfg: {readIOPS: 2048, writeIOPS: 2048, readBPS: 104857600, writeBPS: 104857600,
                    ioWeightPercent: 60, readLatency: 3000, writeLatency: 3000}}]
            """;

    private TickSlo() {}

    static NodeSloSpec of(String suppressPolicy, boolean everySection) {
        return Serialization.unmarshal(
                THRESHOLDS.formatted(suppressPolicy) + (everySection ? SECTIONS : ""), NodeSloSpec.class);
    }
}
