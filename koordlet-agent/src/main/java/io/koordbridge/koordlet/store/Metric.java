package io.koordbridge.koordlet.store;

/**
 * What is measured. CPU in cores (best-effort tier in milli-cores), memory in bytes, throttling as a share of periods, pressure (psi) in
 * percent of the last ten seconds, stalls in seconds since the start. Of node_psi and node_stall the subject is the node, or a tier. Online is the node
 * without its best-effort work.
 */
public enum Metric {
    NODE_CPU("node_cpu_usage", Scope.NODE),
    NODE_MEMORY("node_memory_usage", Scope.NODE),
    NODE_MEMORY_WITH_PAGE_CACHE("node_memory_usage_with_page_cache", Scope.NODE),
    NODE_HUGE_PAGES("node_huge_pages", Scope.NODE),
    SYSTEM_CPU("sys_cpu_usage", Scope.NODE),
    SYSTEM_MEMORY("sys_memory_usage", Scope.NODE),
    NODE_MEMORY_WITH_HOT_PAGES("node_memory_with_hot_page_usage", Scope.NODE),
    NODE_COLD_MEMORY("node_memory_cold_page_size", Scope.NODE),
    ONLINE_CPU("node_online_cpu_usage", Scope.NODE),
    ONLINE_MEMORY("node_online_memory_usage", Scope.NODE),
    ONLINE_MEMORY_WITH_PAGE_CACHE("node_online_memory_usage_with_page_cache", Scope.NODE),
    NODE_NUMA_CPU("node_numa_cpu_usage", Scope.NODE),
    NODE_NUMA_MEMORY("node_numa_memory_usage", Scope.NODE),
    SYSTEM_NUMA_CPU("sys_numa_cpu_usage", Scope.NODE),
    SYSTEM_NUMA_MEMORY("sys_numa_memory_usage", Scope.NODE),
    BE_USAGE("node_be_usage", Scope.NODE),
    BE_REQUEST("node_be_request", Scope.NODE),
    BE_REAL_LIMIT("node_be_real_limit", Scope.NODE),
    OWN_CPU("own_cpu_usage", Scope.NODE),
    NODE_PSI_CPU_SOME("node_psi_cpu_some", Scope.NODE),
    NODE_PSI_CPU_FULL("node_psi_cpu_full", Scope.NODE),
    NODE_PSI_MEM_SOME("node_psi_mem_some", Scope.NODE),
    NODE_PSI_MEM_FULL("node_psi_mem_full", Scope.NODE),
    NODE_PSI_IO_SOME("node_psi_io_some", Scope.NODE),
    NODE_PSI_IO_FULL("node_psi_io_full", Scope.NODE),
    NODE_STALL_CPU_SOME("node_stall_cpu_some", Scope.NODE),
    NODE_STALL_CPU_FULL("node_stall_cpu_full", Scope.NODE),
    NODE_STALL_MEM_SOME("node_stall_mem_some", Scope.NODE),
    NODE_STALL_MEM_FULL("node_stall_mem_full", Scope.NODE),
    NODE_STALL_IO_SOME("node_stall_io_some", Scope.NODE),
    NODE_STALL_IO_FULL("node_stall_io_full", Scope.NODE),
    POD_CPU("pod_cpu_usage", Scope.POD),
    POD_MEMORY("pod_memory_usage", Scope.POD),
    POD_MEMORY_WITH_PAGE_CACHE("pod_memory_usage_with_page_cache", Scope.POD),
    POD_MEMORY_WITH_HOT_PAGES("pod_memory_with_hot_page_usage", Scope.POD),
    POD_COLD_MEMORY("pod_memory_cold_page_size", Scope.POD),
    POD_THROTTLED("pod_cpu_throttled", Scope.POD),
    POD_PSI_CPU_SOME("pod_psi_cpu_some", Scope.POD),
    POD_PSI_CPU_FULL("pod_psi_cpu_full", Scope.POD),
    POD_PSI_MEM_SOME("pod_psi_mem_some", Scope.POD),
    POD_PSI_MEM_FULL("pod_psi_mem_full", Scope.POD),
    POD_PSI_IO_SOME("pod_psi_io_some", Scope.POD),
    POD_PSI_IO_FULL("pod_psi_io_full", Scope.POD),
    CONTAINER_CPU("container_cpu_usage", Scope.CONTAINER),
    CONTAINER_MEMORY("container_memory_usage", Scope.CONTAINER),
    CONTAINER_MEMORY_WITH_PAGE_CACHE("container_memory_usage_with_page_cache", Scope.CONTAINER),
    CONTAINER_MEMORY_WITH_HOT_PAGES("container_memory_with_hot_page_usage", Scope.CONTAINER),
    CONTAINER_COLD_MEMORY("container_memory_cold_page_size", Scope.CONTAINER),
    CONTAINER_THROTTLED("container_cpu_throttled", Scope.CONTAINER),
    CONTAINER_PSI_CPU_SOME("container_psi_cpu_some", Scope.CONTAINER),
    CONTAINER_PSI_CPU_FULL("container_psi_cpu_full", Scope.CONTAINER),
    CONTAINER_PSI_MEM_SOME("container_psi_mem_some", Scope.CONTAINER),
    CONTAINER_PSI_MEM_FULL("container_psi_mem_full", Scope.CONTAINER),
    CONTAINER_PSI_IO_SOME("container_psi_io_some", Scope.CONTAINER),
    CONTAINER_PSI_IO_FULL("container_psi_io_full", Scope.CONTAINER),
    CONTAINER_CPI_CYCLES("container_cpi_cycle", Scope.CONTAINER),
    CONTAINER_CPI_INSTRUCTIONS("container_cpi_instruction", Scope.CONTAINER),
    YARN_CONTAINER_CPU("yarn_container_cpu_usage", Scope.CONTAINER),
    YARN_CONTAINER_MEMORY("yarn_container_memory_usage", Scope.CONTAINER),
    HOST_APPLICATION_CPU("host_application_cpu_usage", Scope.POD),
    HOST_APPLICATION_MEMORY("host_application_memory_usage", Scope.POD),
    HOST_APPLICATION_MEMORY_WITH_PAGE_CACHE("host_application_memory_usage_with_page_cache", Scope.POD),
    HOST_APPLICATION_MEMORY_WITH_HOT_PAGES("host_application_memory_with_hot_page_usage", Scope.POD),
    HOST_APPLICATION_COLD_MEMORY("host_application_memory_cold_page_size", Scope.POD);

    /** Decides how many samples are kept. */
    public enum Scope {
        NODE,
        POD,
        CONTAINER
    }

    private final String wireName;
    private final Scope scope;

    Metric(String wireName, Scope scope) {
        this.wireName = wireName;
        this.scope = scope;
    }

    public String wireName() {
        return wireName;
    }

    Scope scope() {
        return scope;
    }
}
