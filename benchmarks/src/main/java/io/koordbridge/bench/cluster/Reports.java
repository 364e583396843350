package io.koordbridge.bench.cluster;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What agents report: plain, different for each node, with one entry per pod. */
final class Reports {

    private static final int SYSTEM_MILLI = 1_500;
    private static final int POD_MILLI = 100;
    private static final int SPREAD = 40;
    private static final int SYSTEM_MEBIBYTES = 2_048;
    private static final int POD_MEBIBYTES = 200;

    private Reports() {}

    /** A status of NodeMetric. */
    static String status(int node, int pods, String namespace, Instant at) {
        StringBuilder usages = new StringBuilder();
        int podMilli = 0;
        for (int pod = 0; pod < pods; pod++) {
            int milli = POD_MILLI + (node + pod) % SPREAD;
            podMilli += milli;
            usages.append(pod == 0 ? "" : ",")
                    .append("{\"name\":\"")
                    .append(Cluster.podName(node, pod))
                    .append("\",\"namespace\":\"")
                    .append(namespace)
                    .append("\",\"podUsage\":{\"resources\":{\"cpu\":\"")
                    .append(milli)
                    .append("m\",\"memory\":\"")
                    .append(POD_MEBIBYTES)
                    .append("Mi\"}},\"priority\":\"")
                    .append(Workloads.priority(pod))
                    .append("\",\"qos\":\"")
                    .append(Workloads.qos(pod))
                    .append("\"}");
        }
        return """
                {"updateTime":"%s",
                "nodeMetric":{"nodeUsage":{"resources":{"cpu":"%dm","memory":"%dMi"}},%s},
                "podsMetric":[%s]}
                """.formatted(
                        time(at),
                        SYSTEM_MILLI + podMilli,
                        SYSTEM_MEBIBYTES + pods * POD_MEBIBYTES,
                        systemUsage(SYSTEM_MILLI),
                        usages);
    }

    static String systemUsage(int milliCpu) {
        return "\"systemUsage\":{\"resources\":{\"cpu\":\"%dm\",\"memory\":\"%dMi\"}}"
                .formatted(milliCpu, SYSTEM_MEBIBYTES);
    }

    static String time(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
