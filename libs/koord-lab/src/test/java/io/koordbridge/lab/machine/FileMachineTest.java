package io.koordbridge.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileMachineTest {

    private static final String POD = "kubepods/burstable/pod1";

    @TempDir
    private Path temp;

    @Test
    void countersAdvanceWithWhatThePodUses() throws IOException {
        try (FileMachine machine = new FileMachine(temp, POD, 0)) {
            Path usage = machine.cgroups().resolve("cpuacct").resolve(POD).resolve("cpuacct.usage");
            Object file = Files.getAttribute(usage, "unix:ino");

            machine.online(2_000);

            await().until(() -> Long.parseLong(Files.readString(usage)) > 0);
            assertThat(Files.readString(machine.proc().resolve("stat"))).startsWith("cpu ");
            assertThat(Files.getAttribute(usage, "unix:ino"))
                    .as("written in place, as an agent keeps it open")
                    .isEqualTo(file);
        }
    }

    @Test
    void limitsAreWhatTheAgentWrote() throws IOException {
        try (FileMachine machine = new FileMachine(temp, 8, POD, 0)) {
            assertThat(machine.bestEffortCpus()).isEqualTo("0-7");
            assertThat(machine.bestEffortQuotaMicros()).isEqualTo(-1);

            Files.writeString(machine.cgroups().resolve("cpuset/kubepods/besteffort/cpuset.cpus"), "0-3\n");
            Files.writeString(machine.cgroups().resolve("cpu/kubepods/besteffort/cpu.cfs_quota_us"), "350000\n");

            assertThat(machine.bestEffortCpus()).isEqualTo("0-3");
            assertThat(machine.bestEffortQuotaMicros()).isEqualTo(350_000);
            assertThat(machine.sys().resolve("devices/system/cpu/cpu7")).exists();
        }
    }
}
