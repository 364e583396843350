package io.koordbridge.koordlet.nodetopology;

import io.koordbridge.koordlet.topology.Processor;
import java.util.List;

/**
 * What the machine has.
 *
 * @param memory of each NUMA node, in the order of their numbers
 */
public record MachineFacts(List<Processor> processors, CpuModel cpu, List<NumaMemory> memory) {

    public MachineFacts {
        processors = List.copyOf(processors);
        memory = List.copyOf(memory);
    }

    /**
     * Kind of the CPUs.
     *
     * @param model as the CPU names itself
     * @param vendor as the CPU names it
     * @param hyperThreads whether a core runs more than one thread now
     * @param turbo whether cores may run above their base frequency
     * @param cacheMask ways of the last cache as hexadecimal digits, empty where they cannot be given out
     */
    public record CpuModel(String model, String vendor, boolean hyperThreads, boolean turbo, String cacheMask) {}

    /**
     * Memory of a NUMA node in bytes.
     *
     * @param bytes all of it
     * @param smallHugePages bytes in pages of 2 MiB
     * @param largeHugePages bytes in pages of 1 GiB
     */
    public record NumaMemory(int node, long bytes, long smallHugePages, long largeHugePages) {

        /** What is left for ordinary pages. */
        long ordinaryBytes() {
            return Math.max(0, bytes - smallHugePages - largeHugePages);
        }
    }
}
