package io.koordbridge.bench.cluster;

import java.time.Instant;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What a cluster is ruled by besides its size. Its selectors select no node and no pod: each of them is asked and says no, which
 * costs the most.
 *
 * @param profiles ClusterColocationProfiles
 * @param entries parts of {@code colocation-config} for some nodes
 * @param quotas ElasticQuotas, in trees of a hundred
 */
public record ClusterRules(int profiles, int entries, int quotas) {

    private static final int PER_TREE = 100;
    private static final int LOWEST_PERCENT = 50;

    public ClusterRules {
        if (profiles < 0 || entries < 0 || entries > LOWEST_PERCENT || quotas < 0) {
            throw new IllegalArgumentException("profiles " + profiles + ", entries " + entries + ", quotas " + quotas
                    + ", allowed: 0 or more, and up to " + LOWEST_PERCENT + " entries");
        }
    }

    /** Text of {@code colocation-config} with a share of the CPU for every node. */
    String colocationConfig(int percent) {
        String nodeConfigs = IntStream.range(0, entries)
                .mapToObj(i -> """
                        {"name": "pool-%1$d", "nodeSelector": {"matchLabels": {"bench-pool": "p-%1$d"}},
                         "cpuReclaimThresholdPercent": %2$d}""".formatted(i, LOWEST_PERCENT + i))
                .collect(Collectors.joining(","));
        return "{\"enable\": true, \"cpuReclaimThresholdPercent\": %d, \"nodeConfigs\": [%s]}"
                .formatted(percent, nodeConfigs);
    }

    /** The profiles. */
    String profilesYaml() {
        return IntStream.range(0, profiles).mapToObj(i -> """
                        ---
                        apiVersion: config.koordinator.sh/v1alpha1
                        kind: ClusterColocationProfile
                        metadata: {name: bench-%1$d}
                        spec:
                          selector:
                            matchLabels: {bench-job: j-%1$d}
                            matchExpressions: [{key: bench-tier, operator: In, values: [low, lowest]}]
                          qosClass: BE
                          priorityClassName: bench-1
                          labels: {bench-profile: p-%1$d}
                        """.formatted(i)).collect(Collectors.joining());
    }

    /** Name of a quota. */
    static String quotaName(int quota) {
        return "quota-%05d".formatted(quota);
    }

    /** A quota as it is stored; each hundredth is the parent of the next ones. */
    static String quota(int quota, String namespace, Instant now) {
        boolean isParent = quota % PER_TREE == 0;
        String parent = isParent ? "koordinator-root-quota" : quotaName(quota - quota % PER_TREE);
        int cpu = isParent ? 10 * PER_TREE : 10;
        return """
                {"apiVersion":"scheduling.sigs.k8s.io/v1alpha1","kind":"ElasticQuota",
                "metadata":{"name":"%1$s","namespace":"%2$s","uid":"%3$s","creationTimestamp":"%4$s","generation":1,
                "labels":{"quota.scheduling.koordinator.sh/parent":"%5$s","quota.scheduling.koordinator.sh/is-parent":"%6$s"},
                "annotations":{"quota.scheduling.koordinator.sh/shared-weight":"{\\"cpu\\":%7$d,\\"memory\\":\\"%7$dGi\\"}"}},
                "spec":{"min":{"cpu":"%7$d","memory":"%7$dGi"},"max":{"cpu":"%7$d","memory":"%7$dGi"}}}
                """.formatted(quotaName(quota), namespace, UUID.randomUUID(), Reports.time(now), parent, isParent, cpu);
    }
}
