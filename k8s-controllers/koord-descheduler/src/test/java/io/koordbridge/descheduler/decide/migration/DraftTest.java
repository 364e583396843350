package io.koordbridge.descheduler.decide.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.migration.MigrationWrite.PatchStatus;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DraftTest {

    private static Draft draft(String uid) {
        MigrationWorld world =
                new MigrationWorld(MigrationScene.job("EvictDirectly", "5m0s", uid, Map.of()), MigrationScene.BEGIN);
        world.put(MigrationScene.pod("p", "uid-p", "n1", true));
        return Draft.of(world.facts());
    }

    @Test
    void podWithAnotherUidIsNotTheJobs() {
        assertThat(draft("uid-p").pod()).isNotNull();
        assertThat(draft(null).pod()).isNotNull();
        assertThat(draft("older").pod()).isNull();
        assertThat(draft("older").whyNoPod()).contains("uid-p", "older", "another pod took its name");
    }

    @Test
    void statusIsWrittenOnlyWhenItChanged() {
        Draft draft = draft("uid-p");
        assertThat(draft.waiting().writes()).isEmpty();
        assertThat(draft.with(StatusEdits.phase(draft.status(), "Running"))
                        .waiting()
                        .writes())
                .singleElement()
                .isInstanceOf(PatchStatus.class);
    }
}
