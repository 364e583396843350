package io.koordbridge.koordlet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class KnobShapeTest {

    @Test
    void aDefinedFileIsFoundByTheNameThatTheRecordHas() {
        Knob<Long> swap = Knob.of(KnobShape.cgroup("memory", null, "memory.shape_test", Long::valueOf));
        Knob<Long> ratio = Knob.of(KnobShape.file(Trees.Kind.SYSCTL, "shape_test", Long::valueOf));

        assertThat(Knob.ofName("memory.shape_test").orElseThrow()).isSameAs(swap);
        assertThat(Knob.ofName("sysctl:shape_test").orElseThrow()).isSameAs(ratio);
        assertThat(swap.fileName(CgroupVersion.V1)).isEmpty();
        assertThat(swap.fileName(CgroupVersion.V2)).hasValue("memory.shape_test");
        assertThat(swap.parse(CgroupVersion.V2, "7")).isEqualTo(7);
    }

    @Test
    void aNameThatIsTakenIsRejected() {
        assertThatThrownBy(() -> Knob.of(KnobShape.cgroup("cpu", "cpu.shares", null, Long::valueOf)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("knob cpu.shares is defined twice");
    }

    @Test
    void formsKeepTheFile() {
        KnobShape<String> file = KnobShape.file(Trees.Kind.RESCTRL, "schemata", text -> text);

        assertThat(file.lines("x").name()).isEqualTo("resctrl:schemata");
        assertThat(file.members().form()).isEqualTo(KnobShape.Form.MEMBER);
        assertThat(KnobShape.directory(Trees.Kind.RESCTRL).name()).isEqualTo("resctrl");
    }
}
