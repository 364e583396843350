package io.koordbridge.koordlet.measure.damon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.koordbridge.koordlet.cgroup.FakeCgroupTree;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class KdamondTest {

    private static final List<PhysicalMemory.Range> MEMORY =
            List.of(new PhysicalMemory.Range("4096", "655360"), new PhysicalMemory.Range("1048576", "3221225472"));

    private final DamonTree tree = new DamonTree();
    private final Kdamond kdamond = new Kdamond(tree, DamonTree.SYS);

    @Test
    void itOnlyLooksAtTheMemoryOfTheMachine() throws IOException {
        kdamond.start(MEMORY);

        assertThat(tree.value("0/state")).isEqualTo("on");
        assertThat(tree.value("0/contexts/0/operations")).isEqualTo("paddr");
        assertThat(tree.value("0/contexts/0/schemes/0/action")).isEqualTo("stat");
        assertThat(tree.value("0/contexts/0/schemes/0/access_pattern/nr_accesses/max"))
                .isEqualTo("0");
        assertThat(tree.value("0/contexts/0/targets/0/regions/1/end")).isEqualTo("3221225472");
        assertThat(tree.writes)
                .endsWith("0/state on")
                .filteredOn(one -> one.contains("action"))
                .hasSize(1);
        assertThat(kdamond.runs()).isTrue();
        assertThat(kdamond.obstacle()).isEmpty();
    }

    @Test
    void coldBytesAreThoseInUseOfAllRegions() throws IOException {
        kdamond.start(MEMORY);
        tree.regions = List.of("4096", "8192");

        assertThat(kdamond.coldBytes()).isEqualTo(12_288);
        tree.regions = List.of();
        assertThat(kdamond.coldBytes()).isZero();
        tree.regions = List.of("much");
        assertThatThrownBy(kdamond::coldBytes).isInstanceOf(IOException.class).hasMessageContaining("'much'");
    }

    @Test
    void thatOfAnotherIsNeverTouched() throws IOException {
        kdamond.start(MEMORY);
        tree.put("0/contexts/0/schemes/0/action", "pageout");
        tree.writes.clear();

        assertThat(kdamond.obstacle())
                .hasValueSatisfying(words -> assertThat(words).contains("another owner"));
        assertThatThrownBy(() -> kdamond.start(MEMORY)).isInstanceOf(IOException.class);
        assertThat(kdamond.end()).isFalse();
        assertThat(tree.writes).isEmpty();
    }

    @Test
    void oneOfTwoIsNotOurs() throws IOException {
        kdamond.start(MEMORY);
        tree.put("nr_kdamonds", "2");
        tree.writes.clear();

        assertThat(kdamond.end()).isFalse();
        assertThat(tree.writes).isEmpty();
    }

    @Test
    void whatAnotherProcessOfTheAgentLeftBehindIsKnown() throws IOException {
        kdamond.start(MEMORY);
        Kdamond later = new Kdamond(tree, DamonTree.SYS);

        assertThat(later.runs()).isTrue();
        assertThat(later.end()).isTrue();
        assertThat(tree.value("nr_kdamonds")).isEqualTo("0");
        assertThat(tree.writes).endsWith("0/state off", "nr_kdamonds 0");
        assertThat(later.end()).isFalse();
    }

    @Test
    void aRefusedSettingLeavesNothingBehind() throws IOException {
        tree.refused = "operations";
        assertThatThrownBy(() -> kdamond.start(MEMORY))
                .hasMessageContaining("operations: 'paddr' is not taken: Invalid argument");
        assertThat(tree.value("nr_kdamonds")).isEqualTo("0");

        tree.refused = "none";
        tree.tellsMemoryInUse = false;
        assertThatThrownBy(() -> kdamond.start(MEMORY)).hasMessageContaining("6.14 and later do");
        assertThat(tree.value("nr_kdamonds")).isEqualTo("0");
        assertThat(tree.writes).doesNotContain("0/state on");
    }

    @Test
    void aKernelWithoutItIsNamed() throws IOException {
        Kdamond without = new Kdamond(new FakeCgroupTree(), DamonTree.SYS);

        assertThat(without.obstacle())
                .hasValueSatisfying(words -> assertThat(words).contains("CONFIG_DAMON_SYSFS"));
        assertThat(without.end()).isFalse();
    }
}
