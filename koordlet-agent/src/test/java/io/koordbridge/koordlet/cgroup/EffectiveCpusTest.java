package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.protocol.CpuSet;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The kernel accepts any list of CPUs in version 2; what a group has is another file. */
class EffectiveCpusTest {

    private static final String TIER = "kubepods/besteffort";

    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final MetricRegistry metrics = new MetricRegistry();
    private final KernelCgroupTree files = new KernelCgroupTree(CgroupVersion.V2, "0-3");
    private final CgroupExecutor writer = new CgroupExecutor(
            new CgroupTree(KernelCgroupTree.ROOT, CgroupVersion.V2, CgroupDriver.CGROUPFS, files),
            new WriteErrors(metrics, (file, before, after, reason, error) -> {}),
            clock,
            false);

    private Set<Intent.Target> tick(String cpus) {
        files.takeWrites();
        CpuSet wanted = CpuSet.parse(cpus);
        Intent intent =
                Intent.of(Knob.CPUSET_CPUS, TIER, wanted, "cpu-suppress").checked(Intent.Check.TEXT);
        Set<Intent.Target> refused = writer.carryOut(List.of(List.of(intent.through(wanted))));
        clock.advance(Duration.ofSeconds(1));
        return refused;
    }

    private void groups(String ofPods) {
        files.group("kubepods");
        files.group(TIER);
        files.change(files.file("", "kubepods", "cpuset.cpus"), ofPods);
    }

    @Test
    void aListThatTheKernelWidensIsAFailureUntilItHolds() {
        groups("2-3");

        for (int i = 0; i < 3; i++) {
            assertThat(tick("0-1")).containsExactly(new Intent.Target(Knob.CPUSET_CPUS, TIER));
        }
        assertThat(files.takeWrites()).as("it was written once").isEmpty();
        assertThat(metrics.counter(MetricNames.of("koord_koordlet_cgroup_write_errors_total", "reason", "wider"))
                        .getCount())
                .isEqualTo(1);

        files.change(files.file("", "kubepods", "cpuset.cpus"), "0-3");
        assertThat(tick("0-1")).isEmpty();
    }

    @Test
    void fewerThanMeantIsNoFailure() {
        groups("2-3");

        assertThat(tick("1-2")).isEmpty();
    }

    @Test
    void aGroupThatInheritsWhatIsMeantIsNotWritten() {
        groups("2-3");

        assertThat(tick("2-3")).isEmpty();
        assertThat(tick("2-3")).isEmpty();
        assertThat(files.takeWrites()).isEmpty();
    }

    @Test
    void whatAnotherWriterChangesIsPutRightAtOnce() {
        groups("0-3");
        tick("0-1");
        files.change(files.file("", TIER, "cpuset.cpus"), "0-2");

        tick("0-1");

        assertThat(files.takeWrites()).containsExactly(List.of("/cg/" + TIER + "/cpuset.cpus", "0-1"));
    }
}
