package io.koordbridge.koordlet.measure.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.koordlet.cgroup.ByteSource;
import io.koordbridge.koordlet.cgroup.CgroupDriver;
import io.koordbridge.koordlet.cgroup.CgroupTree;
import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.cgroup.ForwardingFiles;
import io.koordbridge.koordlet.cgroup.Knob;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PressureFilesTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Path PROC = Path.of("/proc/pressure/cpu");

    private final FakeCgroupTree tree = new FakeCgroupTree();
    private final List<Path> asked = new ArrayList<>();
    private String refusal = "";

    private PressureFiles files(CgroupVersion version) {
        ForwardingFiles counting = new ForwardingFiles(tree) {
            @Override
            public ByteSource bytes() {
                ByteSource inner = super.bytes();
                return new ByteSource() {
                    @Override
                    public int read(Path file, byte[] into) throws IOException {
                        asked.add(file);
                        if (!refusal.isEmpty()) {
                            throw new IOException(refusal);
                        }
                        return inner.read(file, into);
                    }

                    @Override
                    public void endTick() {
                        inner.endTick();
                    }

                    @Override
                    public void close() {
                        inner.close();
                    }
                };
            }
        };
        return new PressureFiles(new CgroupTree(Path.of("/sys/fs/cgroup"), version, CgroupDriver.CGROUPFS, counting));
    }

    @Test
    void bothLinesAreReadWithTheirTotals() throws IOException {
        tree.put(
                PROC.toString(),
                "some avg10=5.34 avg60=6.32 avg300=8.37 total=26524475944\nfull avg10=1.50 avg60=0 avg300=0 total=7\n");

        var stat = files(CgroupVersion.V2).read(Knob.CPU_PRESSURE, PROC, START).orElseThrow();

        assertThat(stat.some().avg10()).isEqualTo(5.34);
        assertThat(stat.some().totalMicros()).isEqualTo(26_524_475_944L);
        assertThat(stat.full().avg10()).isEqualTo(1.5);
        assertThat(stat.fullKnown()).isTrue();
    }

    @Test
    void anAbsentFileIsLookedForOnceAMinute() throws IOException {
        PressureFiles files = files(CgroupVersion.V2);
        for (int second = 0; second < 60; second += 10) {
            assertThat(files.read(Knob.CPU_PRESSURE, PROC, START.plusSeconds(second)))
                    .isEmpty();
            files.endSample(START.plusSeconds(second));
        }
        assertThat(asked).hasSize(1);

        tree.put(PROC.toString(), "some avg10=1 avg60=1 avg300=1 total=1\n");
        assertThat(files.read(Knob.CPU_PRESSURE, PROC, START.plusSeconds(60))).isPresent();
        assertThat(files.read(Knob.CPU_PRESSURE, PROC, START.plusSeconds(61))).isPresent();
    }

    @Test
    void aKernelThatDoesNotCountIsNoError() throws IOException {
        refusal = "Operation not supported";
        PressureFiles files = files(CgroupVersion.V2);

        assertThat(files.read(Knob.CPU_PRESSURE, PROC, START)).isEmpty();
        assertThat(files.read(Knob.CPU_PRESSURE, PROC, START.plusSeconds(10))).isEmpty();
        assertThat(asked).hasSize(1);
    }

    @Test
    void whatCannotBeReadOrParsedIsNamed() {
        tree.put(PROC.toString(), "some avg10=much\n");
        PressureFiles files = files(CgroupVersion.V2);
        assertThatThrownBy(() -> files.read(Knob.CPU_PRESSURE, PROC, START))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(PROC.toString());

        refusal = "Input/output error";
        assertThatThrownBy(() -> files.read(Knob.CPU_PRESSURE, PROC, START)).hasMessage("Input/output error");
    }

    @Test
    void version1HasThemWhereTheGroupOfAllPodsHas() throws IOException {
        String pod = "kubepods/burstable/podx";
        String content = "some avg10=1 avg60=1 avg300=1 total=1\n";
        tree.put("/sys/fs/cgroup/cpuacct/" + pod + "/cpu.pressure", content);
        tree.put("/sys/fs/cgroup/cpuacct/kubepods/cpuacct.usage", "1\n");
        assertThat(files(CgroupVersion.V1).read(Knob.CPU_PRESSURE, pod, START)).isEmpty();

        tree.put("/sys/fs/cgroup/cpuacct/kubepods/cpu.pressure", content);
        assertThat(files(CgroupVersion.V1).read(Knob.CPU_PRESSURE, pod, START)).isPresent();
    }
}
