package io.koordbridge.it.koordlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the kernel lets a NodeManager's pod do with control groups version 2 as systemd mounts them; ADR 15 rests on it. */
class CgroupNamespaceIT {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    @TempDir
    private Path temp;

    @Test
    void aProcessLeavesThePodsGroupOnlyOutsideOfThePodsNamespace() throws IOException {
        Path results = temp.resolve("results");
        String moves = """
                mkdir -p /sys/fs/cgroup/tier/pod /sys/fs/cgroup/tier/yarn
                export tier=/sys/fs/cgroup/tier
                start='echo $$ >$tier/pod/cgroup.procs && exec'
                move='echo $$ >$tier/yarn/cgroup.procs && cat /proc/self/cgroup'
                {
                  echo "privileged: $(bash -c "$start bash -c '$move'" 2>&1 | tail -1)"
                  echo "own namespace: $(bash -c "$start unshare --cgroup bash -c '$move'" 2>&1 | tail -1)"
                } >%1$s
                echo DONE >>%1$s
                """.formatted(results);

        assertThat(new VmGuest(temp, LIMIT).run(moves, results)).hasSize(2).satisfies(lines -> {
            assertThat(lines.get(0)).isEqualTo("privileged: 0::/tier/yarn");
            assertThat(lines.get(1)).startsWith("own namespace: ").endsWith("No such file or directory");
        });
    }
}
