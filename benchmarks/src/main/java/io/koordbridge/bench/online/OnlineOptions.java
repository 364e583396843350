package io.koordbridge.bench.online;

import java.util.Map;

/**
 * What is asked for.
 *
 * @param requests of each arm
 * @param blocks into which they are divided
 * @param settleMillis of load before each block that does not count
 * @param requestMicros CPU of one request
 * @param loadPercent of the machine that the requests take
 * @param batchThreads beside them
 * @param policy {@code cpuset} or {@code cfsQuota}
 * @param thresholdPercent of suppression
 * @param agent its gates and settings
 * @param seed of arrivals, order of arms and draws
 */
public record OnlineOptions(
        int requests,
        int blocks,
        int settleMillis,
        int requestMicros,
        int loadPercent,
        int batchThreads,
        String policy,
        int thresholdPercent,
        Agent agent,
        long seed) {

    /**
     * What the agent is to do beside suppression.
     *
     * @param gates by name
     * @param slo more sections of the NodeSLO, in YAML without the outer braces
     */
    public record Agent(Map<String, Boolean> gates, String slo) {
        public Agent {
            gates = Map.copyOf(gates);
        }
    }

    public OnlineOptions {
        if (blocks < 2 || requests < blocks) {
            throw new IllegalArgumentException(
                    "invalid blocks: " + blocks + ", allowed are 2 to the number of requests, " + requests);
        }
        if (loadPercent < 1 || loadPercent > 90) {
            throw new IllegalArgumentException("invalid load: " + loadPercent + " %, allowed are 1 to 90");
        }
    }

    /** Gates of the agent. */
    Map<String, Boolean> gates() {
        return agent.gates();
    }

    /** More of the NodeSLO. */
    String slo() {
        return agent.slo();
    }

    /** Of all CPUs together. */
    long gapNanos(int cpus) {
        return requestMicros * 100_000L / loadPercent / cpus;
    }

    /** Requests of a block; the last ones have one less where they do not divide. */
    int counted(int block) {
        return requests / blocks + (block < requests % blocks ? 1 : 0);
    }

    /** Requests before those that count. */
    int warm(int cpus) {
        return (int) (settleMillis * 1_000_000L / gapNanos(cpus));
    }
}
