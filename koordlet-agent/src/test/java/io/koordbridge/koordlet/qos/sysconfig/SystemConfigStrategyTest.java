package io.koordbridge.koordlet.qos.sysconfig;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import io.koordbridge.koordlet.strategy.StrategyLife;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemConfigStrategyTest {
    private static final String MIN_FREE = "/proc/sys/vm/min_free_kbytes";
    private static final String SCALE = "/proc/sys/vm/watermark_scale_factor";
    private static final String FEATURES = "/sys/kernel/debug/sched/features";
    private static final String ALL =
            "{\"systemStrategy\": {\"minFreeKbytesFactor\": 100, \"watermarkScaleFactor\": 150,"
                    + " \"schedFeatures\": {\"START_DEBIT\": false, \"NEXT_BUDDY\": true, \"ID_IDLE_AVG\": true}}}";

    @TempDir
    private Path temp;

    private boolean readOnly;

    /** Words are exchanged one by one; a tree that is mounted to be read takes nothing. */
    private final FakeCgroupTree files = new FakeCgroupTree() {
        @Override
        public void write(Path file, String value) throws IOException {
            if (readOnly) {
                throw new FileSystemException(file.toString(), null, "Read-only file system");
            }
            if (!file.toString().equals(FEATURES)) {
                super.write(file, value);
                return;
            }
            String name = value.strip().replaceFirst("^NO_", "");
            super.write(file, read(file).replaceAll("\\b(NO_)?" + name + "\\b", value.strip()));
        }
    };

    @BeforeEach
    void kernel() {
        files.put(MIN_FREE, "90112");
        files.put(SCALE, "10");
        files.put(FEATURES, "GENTLE_FAIR_SLEEPERS START_DEBIT NO_NEXT_BUDDY ID_IDLE_AVG");
        files.mark();
    }

    private StrategyLife life() {
        return new StrategyLife(CgroupVersion.V2, files, temp, new SystemConfigStrategy());
    }

    @Test
    void numbersAndWordsAreWrittenOnce() throws IOException {
        StrategyLife life = life().slo(ALL);
        life.tick();

        assertThat(files.read(Path.of(MIN_FREE))).isEqualTo("671088");
        assertThat(files.read(Path.of(SCALE))).isEqualTo("150");
        assertThat(files.read(Path.of(FEATURES)).strip())
                .isEqualTo("GENTLE_FAIR_SLEEPERS NO_START_DEBIT NEXT_BUDDY ID_IDLE_AVG");
        files.takeWrites();
        life.after(Duration.ofSeconds(61));
        assertThat(files.takeWrites()).isEmpty();
        assertThat(life.problems).isEmpty();
    }

    @Test
    void whatIsAskedForNoMoreIsGivenBack() {
        StrategyLife life = life().slo(ALL);
        life.tick();
        life.slo("{\"systemStrategy\": {\"watermarkScaleFactor\": 150}}").tick();

        assertThat(files.changed()).isEqualTo(Map.of(SCALE, "150"));
    }

    @Test
    void aClosedGateGivesBackTheFormerWords() throws IOException {
        StrategyLife life = life().slo(ALL);
        life.tick();
        life.closed().tick();

        assertThat(files.read(Path.of(FEATURES)).strip())
                .isEqualTo("GENTLE_FAIR_SLEEPERS START_DEBIT NO_NEXT_BUDDY ID_IDLE_AVG");
        assertThat(files.read(Path.of(MIN_FREE))).isEqualTo("90112");
        assertThat(life.undo.taken()).isEmpty();
    }

    @Test
    void aLaterLifeGivesBackWhatAKilledOneTook() throws IOException {
        StrategyLife killed = life().slo(ALL);
        killed.tick();
        killed.undo.save();

        StrategyLife next = life().slo("{}");
        next.tick();

        assertThat(files.read(Path.of(MIN_FREE))).isEqualTo("90112");
        assertThat(next.undo.taken()).isEmpty();
    }

    @Test
    void aMissingNodeSloKeepsTheValuesForFiveMinutes() throws IOException {
        StrategyLife killed = life().slo(ALL);
        killed.tick();
        killed.undo.save();
        StrategyLife next = life();
        next.tick();
        assertThat(files.read(Path.of(SCALE))).isEqualTo("150");

        next.after(Duration.ofMinutes(6));
        assertThat(files.read(Path.of(SCALE))).isEqualTo("10");
    }

    @Test
    void aReadOnlyTreeIsNamedWithWhatToDo() {
        readOnly = true;
        StrategyLife life = life().slo("{\"systemStrategy\": {\"watermarkScaleFactor\": 150}}");
        life.tick();
        life.tick();

        assertThat(life.problems)
                .containsExactly(
                        "system-config: sysctl:watermark_scale_factor of vm = 150 is not taken: want a kernel that"
                                + " allows it, and /proc and /sys of the node mounted to be written in the agent's container");
        assertThat(life.undo.taken()).isEmpty();
    }

    @Test
    void valuesOutsideOfTheRangeAreNamedAndLeftOut() {
        StrategyLife life = life().slo("{\"systemStrategy\": {\"watermarkScaleFactor\": 9, \"memcgReapBackGround\": 7,"
                + " \"minFreeKbytesFactor\": 9223372036854775807, \"schedFeatures\": {\"../x\": true}}}");
        life.tick();

        assertThat(files.changed()).isEmpty();
        assertThat(life.problems)
                .contains(
                        "NodeSLO: systemStrategy.watermarkScaleFactor asks for /proc/sys/vm/watermark_scale_factor = 9:"
                                + " want 10 to 400; the file keeps its value",
                        "NodeSLO: systemStrategy.schedFeatures has '../x': want capital letters, digits and underscores;"
                                + " it is not written")
                .hasSize(4);
    }

    @Test
    void preflightNamesEachFile() {
        assertThat(life().preflight())
                .contains(
                        "system-config    /proc/sys/vm/min_free_kbytes: works",
                        "system-config    /sys/kernel/mm/memcg_reaper/reap_background: not supported here: no such file",
                        "system-config    schedFeatures: works");
    }
}
