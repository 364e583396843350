package io.koordbridge.it.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.koordbridge.it.quickstart.Replacements.Replacement;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class ReplacementsTest {
    private static final Replacement ONE = new Replacement("a", "b");

    @Test
    void areRefusedWhenThereIsAFifth() {
        assertThat(new Replacements(Collections.nCopies(4, ONE)).of("a, c")).isEqualTo("b, c");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Replacements(Collections.nCopies(5, ONE)))
                .withMessageContaining("5 replacements");
    }

    @Test
    void replaceNamesAndVariantsThatThePageDescribes() throws IOException {
        String page = Files.readString(ProjectLayout.find().root().resolve("docs/quickstart.md"));

        assertThat(Replacements.onLab("registry").all())
                .allSatisfy(each -> assertThat(page).contains(each.from()));
        assertThat(page)
                .contains("add `-f small-machine.yaml`")
                .contains("`--set nodeManager.cgroup.version=1 --set nodeManager.cgroup.driver=cgroupfs`");
    }
}
