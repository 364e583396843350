package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.koordbridge.koordlet.kubelet.KubeletSettings;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TierUpkeepTest {

    private static final String KIND = "kubelet.slice/kubelet-kubepods.slice/kubelet-kubepods-besteffort.slice";

    @TempDir
    private Path temp;

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final List<String> problems = new ArrayList<>();
    private Optional<KubeletSettings> said = Optional.empty();

    private Path group(String dir) throws IOException {
        Path group = Files.createDirectories(temp.resolve("cgroup").resolve(dir));
        Files.writeString(group.resolve("cgroup.controllers"), "cpu memory");
        Files.writeString(group.resolve("cgroup.subtree_control"), "cpu memory");
        return group;
    }

    /** A kubelet that answers its own certificate's holder only: what it says is known late. */
    @Test
    void followsWhatTheKubeletSaysOfItsRoot() throws IOException {
        Path root = group("");
        group("kubelet.slice");
        group("kubelet.slice/kubelet-kubepods.slice");
        Path tier = group(KIND);
        group(KIND + "/hadoop-yarn");
        Path file = Files.writeString(temp.resolve("koordlet.yaml"), """
                roots: {cgroup: %1$s}
                tier: {driver: systemd, kubeletConfig: %2$s/none}
                audit: {directory: %2$s/audit}
                yarn: {userId: 0}
                """.formatted(root, temp));
        KoordletConfig config = ConfigReader.read(file);
        Machine machine = Machine.probe(config);
        try (Enforcement enforcement =
                new Enforcement(config, machine, clock, clock, new MetricRegistry(), problems::add, order -> {})) {
            TierUpkeep upkeep = new TierUpkeep(config, machine, enforcement, () -> said, problems::add);
            upkeep.followKubelet();
            assertThat(machine.tree().paths().bestEffortDir()).isEqualTo("kubepods.slice/kubepods-besteffort.slice");

            said = Optional.of(
                    KubeletSettings.of(JsonNodeFactory.instance.objectNode().put("cgroupRoot", "/kubelet")));
            upkeep.followKubelet();

            assertThat(root.resolve(machine.tree().paths().bestEffortDir())).isEqualTo(tier);
            assertThat(upkeep.unprotected()).isEmpty();
            assertThat(problems).isEmpty();
        }
    }
}
