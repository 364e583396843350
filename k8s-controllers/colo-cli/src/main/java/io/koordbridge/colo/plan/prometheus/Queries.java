package io.koordbridge.colo.plan.prometheus;

import io.koordbridge.protocol.PureCore;

/**
 * Expressions of PromQL. A node that several jobs scrape counts once.
 *
 * @param grouping labels that name a node
 * @param match label matchers for every series, empty for none
 * @param window of rates, in seconds
 */
@PureCore
record Queries(String grouping, String match, long window) {
    static final String EXPORTER_CPU = "node_cpu_seconds_total";
    static final String EXPORTER_MEMORY = "node_memory_MemTotal_bytes";
    static final String CADVISOR_CPU = "container_cpu_usage_seconds_total";
    static final String MACHINE_CPU = "machine_cpu_cores";
    static final String MACHINE_MEMORY = "machine_memory_bytes";

    private static final String AVAILABLE = "node_memory_MemAvailable_bytes";
    private static final String ROOT = "id=\"/\"";
    private static final String WORKING_SET = "container_memory_working_set_bytes";
    /** The kubelet's groups of both drivers, also below a group of their own. */
    private static final String BEST_EFFORT =
            "id=~\"(/.*)?/kubepods([.]slice/kubepods-besteffort[.]slice|/besteffort)\"";

    private static final String IDLE = "mode=\"idle\"";
    /** As the agent counts, which is what is neither idle nor waiting. */
    private static final String BUSY = "mode=~\"user|nice|system|irq|softirq\"";

    /** The median number of samples in two minutes says how often there is a new one. */
    String exporterSamples() {
        return samples(selector(EXPORTER_CPU, IDLE));
    }

    /** The same; cAdvisor gives its samples a time, so that it is not the number of scrapes. */
    String cadvisorSamples() {
        return samples(selector(CADVISOR_CPU, ROOT));
    }

    private static String samples(String selector) {
        return "quantile(0.5, count_over_time(%s[2m]))".formatted(selector);
    }

    /** The same with other windows. */
    Queries over(long seconds) {
        return new Queries(grouping, match, seconds);
    }

    String exporterCores() {
        return "max by (%s) (count by (%s, job) (%s))".formatted(grouping, grouping, selector(EXPORTER_CPU, IDLE));
    }

    String exporterBytes() {
        return greatest(selector(EXPORTER_MEMORY, ""));
    }

    String exporterCpu() {
        return rate(selector(EXPORTER_CPU, BUSY));
    }

    String exporterMemory() {
        return greatest(selector(EXPORTER_MEMORY, "") + " - " + selector(AVAILABLE, ""));
    }

    String machineCores() {
        return greatest(selector(MACHINE_CPU, ""));
    }

    String machineBytes() {
        return greatest(selector(MACHINE_MEMORY, ""));
    }

    String rootCpu() {
        return rate(selector(CADVISOR_CPU, ROOT));
    }

    String rootMemory() {
        return greatest(selector(WORKING_SET, ROOT));
    }

    String bestEffortCpu() {
        return rate(selector(CADVISOR_CPU, BEST_EFFORT));
    }

    String bestEffortMemory() {
        return greatest(selector(WORKING_SET, BEST_EFFORT));
    }

    /** Of kube-state-metrics: nodes that offer batch CPU already. */
    String offersBatch() {
        return "max by (node) (%s) > 0"
                .formatted(selector("kube_node_status_allocatable", "resource=\"kubernetes_io_batch_cpu\""));
    }

    private String rate(String selector) {
        return "max by (%s) (sum by (%s, job) (rate(%s[%ds])))".formatted(grouping, grouping, selector, window);
    }

    private String greatest(String expression) {
        return "max by (%s) (%s)".formatted(grouping, expression);
    }

    private String selector(String series, String own) {
        String all = own.isEmpty() || match.isEmpty() ? own + match : own + "," + match;
        return all.isEmpty() ? series : series + "{" + all + "}";
    }
}
