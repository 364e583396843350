package io.koordbridge.copilot.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessTreeTest {

    @Test
    void holdsDescendantsOfAProcessAndWhatItsSessionLeftBehind() {
        ProcessTree tree = new ProcessTree(List.of(
                "1 (init) S 0 1 1 0 -1",
                "10 (java) S 1 10 10 0 -1",
                "20 (bash) S 10 20 20 0 -1",
                "21 (a b) ) S 1) S 20 20 20 0 -1",
                "22 (setsid) S 21 22 22 0 -1",
                "23 (orphan) S 1 20 20 0 -1",
                "24 (child of orphan) S 23 24 24 0 -1",
                "30 (other) S 10 30 30 0 -1"));

        assertThat(tree.members(20)).containsExactly(20L, 21L, 22L, 23L, 24L);
    }

    @Test
    void leavesOutWhatHasEnded() {
        ProcessTree tree = new ProcessTree(List.of("20 (bash) S 10 20 20 0", "21 (sh) Z 20 20 20 0", "", "22 (cut"));

        assertThat(tree.members(20)).containsExactly(20L);
    }
}
