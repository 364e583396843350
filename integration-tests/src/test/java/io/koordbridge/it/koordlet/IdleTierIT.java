package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.koordbridge.it.controlplane.LabCommand;
import io.koordbridge.it.controlplane.LabCommand.Outcome;
import io.koordbridge.testkit.await.PatientAwaits;
import io.koordbridge.testkit.prerequisite.Prerequisite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Why the agent does not write cpu.idle: a kubelet that starts while the tier is idle ends, and the agent is started by nothing else than
 * the kubelet. When this fails, a kubelet has learnt to live with it, and the guide's page on online services is to be changed.
 */
@Tag("long")
class IdleTierIT {

    private static final int ROUNDS = 20;

    @TempDir
    private Path temp;

    private LabCommand lab;
    private LabKubelet kubelet;
    private Path tier;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        lab = new LabCommand(Files.createDirectories(temp.resolve("lab")), Duration.ofMinutes(20));
        Outcome up = lab.onCluster("up", "--node");
        Prerequisite.require(up.exitCode() != 2, "a real node: " + up.output());
        assertThat(up.exitCode()).as(up.output()).isZero();
        String top = lab.state().at("/node/cgroupRoot").asText().substring(1);
        tier = Path.of("/sys/fs/cgroup/cpu", top, "kubepods/besteffort");
        Prerequisite.require(Files.exists(tier.resolve("cpu.idle")), "needs cpu.idle and control groups version 1");
        kubelet = new LabKubelet(lab.cluster(), temp.resolve("kubelet.log"));
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        if (kubelet != null) {
            kubelet.close();
        }
        Outcome down = lab.onCluster("down");
        assertThat(down.exitCode()).as(down.output()).isZero();
    }

    private void write(String file, String value) throws IOException {
        Files.writeString(tier.resolve(file), value);
    }

    private String read(String file) throws IOException {
        return Files.readString(tier.resolve(file)).strip();
    }

    @Test
    void aKubeletThatStartsUnderAnIdleTierEnds() throws Exception {
        assertThat(read("cpu.shares")).isEqualTo("2");
        for (int round = 0; round < ROUNDS; round++) {
            write("cpu.idle", "1");

            Process started = kubelet.restart();
            await("the kubelet's end in round " + round)
                    .atMost(PatientAwaits.PATIENCE)
                    .until(() -> !started.isAlive());

            assertThat(Files.readString(temp.resolve("kubelet.log")))
                    .contains("failed to update top level BestEffort QOS cgroup")
                    .contains("cpu.shares: invalid argument");
            write("cpu.idle", "0");
            assertThat(read("cpu.shares")).as("the kernel's own value").isEqualTo("1024");
        }
        Process started = kubelet.restart();
        await("the kubelet's own weight")
                .atMost(PatientAwaits.PATIENCE)
                .until(() -> read("cpu.shares").equals("2"));
        assertThat(started.isAlive()).isTrue();
    }
}
