package io.koordbridge.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessMemoryTest {

    @Test
    void readsTheResidentSetInBytes() {
        assertThat(ProcessMemory.residentBytes("Name:\tjava\nVmPeak:\t  900 kB\nVmRSS:\t  1234 kB\n"))
                .hasValue(1234L * 1024);
    }

    @Test
    void aKernelThreadHasNone() {
        assertThat(ProcessMemory.residentBytes("Name:\tkworker\n")).isEmpty();
    }

    @Test
    void thisProcessUsesMoreThanTenMegabytes() {
        long pid = ProcessHandle.current().pid();

        assertThat(ProcessMemory.residentBytes(pid).orElseThrow()).isGreaterThan(10L << 20);
    }
}
