package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.protocol.CpuSet;
import org.junit.jupiter.api.Test;

class IntentTest {

    private static final String TIER = "kubepods/besteffort";

    @Test
    void aValueIsWrittenInTheTermsOfVersion1() {
        Intent intent = Intent.of(Knob.CPUSET_CPUS, TIER, CpuSet.parse("3,0-2"), "test");

        assertThat(intent.update().value()).isEqualTo("0-3");
        assertThat(intent.through(CpuSet.parse("0-7")).checked(Intent.Check.TEXT))
                .isEqualTo(new Intent(intent.update(), Intent.Check.TEXT, "0-7"));
    }

    @Test
    void aFileHoldsAValueInTheNotationOfTheKernel() {
        Intent.Target quota = new Intent.Target(Knob.CPU_CFS_QUOTA, TIER);
        Intent.Target memory = new Intent.Target(Knob.MEMORY_LIMIT, TIER);

        assertThat(quota.holds("max 100000", "-1")).isTrue();
        assertThat(quota.holds("50000 100000", "60000")).isFalse();
        assertThat(memory.holds("9223372036854771712", "-1")).isTrue();
        assertThat(memory.holds("99999744", "100000000")).isTrue();
    }

    @Test
    void valuesAreTextsOfVersion1() {
        assertThat(Intent.of(Knob.CPU_CFS_QUOTA, "g", -1L, "o").update().value())
                .isEqualTo("-1");
        assertThat(Intent.of(Knob.CPUSET_CPUS, "g", CpuSet.parse("0,1,2"), "o")
                        .update()
                        .value())
                .isEqualTo("0-2");
    }

    @Test
    void placesOfOneFileAreTargetsOfTheirOwn() {
        Intent one = Intent.line(ResctrlFiles.SCHEMATA, "BE", "L3:", "L3:0=f", "o");
        Intent other = Intent.line(ResctrlFiles.SCHEMATA, "BE", "MB:", "MB:0=30", "o");

        assertThat(one.target()).isNotEqualTo(other.target());
        assertThat(Intent.member(ResctrlFiles.MEMBERS, "BE", 20, "o").target())
                .isNotEqualTo(Intent.member(ResctrlFiles.MEMBERS, "BE", 21, "o").target());
    }

    @Test
    void aPlaceOfAnotherFormIsRejected() {
        assertThatThrownBy(() -> Intent.line(Knob.CPU_IDLE, "g", "a", "a", "o"))
                .hasMessage("knob cpu.idle is written by VALUE, not LINE");
        assertThatThrownBy(() -> Intent.directory(ResctrlFiles.SCHEMATA, "BE", true, "o"))
                .hasMessage("knob resctrl:schemata is written by LINE, not DIRECTORY");
        assertThatThrownBy(() -> Intent.line(ResctrlFiles.SCHEMATA, "", "L3:", "MB:0=1", "o"))
                .hasMessage("line 'MB:0=1' of resctrl:schemata: want 'L3:' at its begin");
    }
}
