package io.koordbridge.descheduler.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.descheduler.decide.pod.PodFacts;
import io.koordbridge.descheduler.decide.pod.PodReader;
import org.junit.jupiter.api.Test;

class PodPartsTest {

    private final PodParts parts = new PodParts();

    @Test
    void podsOfAWorkloadShareWhatIsEqual() {
        PodFacts first = parts.share(PodReader.of(Scene.pod(0, 1)), null);
        PodFacts second = parts.share(PodReader.of(Scene.pod(1, 1)), null);

        assertThat(second).isEqualTo(PodReader.of(Scene.pod(1, 1)));
        assertThat(second.labels()).isSameAs(first.labels());
        assertThat(second.owners()).isSameAs(first.owners());
        assertThat(second.rank()).isSameAs(first.rank());
        assertThat(second.state()).isSameAs(first.state());
        assertThat(second.guards()).isSameAs(first.guards());
        assertThat(second.fit()).isSameAs(first.fit());
        assertThat(second.nodeName()).isSameAs(first.nodeName());
        assertThat(second.ref().namespace()).isSameAs(first.ref().namespace());
    }

    @Test
    void aPodThatChangedKeepsThePartsThatDidNot() {
        PodFacts before = PodReader.of(Scene.pod(0, 1));
        PodFacts after = new PodParts().share(PodReader.of(Scene.pod(0, 1)), before);

        assertThat(after).isEqualTo(before);
        assertThat(after.ref()).isSameAs(before.ref());
        assertThat(after.labels()).isSameAs(before.labels());
        assertThat(after.fit()).isSameAs(before.fit());
    }
}
