package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Way;
import io.koordbridge.yarnoperator.matching.PodCheck;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegistrationsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final NodeManagerMatch MATCH =
            new NodeManagerMatch(new NodeManagerRef("", "nm-0", 8041), Way.ANNOTATION_UNCONFIRMED, "hadoop/nm-0", true);
    private final Registrations registrations = new Registrations();

    @Test
    void waitsForANodeManagerThatStarts() {
        assertThat(registrations.overdue(List.of(MATCH), NOW)).isEmpty();
        assertThat(registrations.overdue(List.of(MATCH), NOW.plusSeconds(59))).isEmpty();

        assertThat(registrations.overdue(List.of(MATCH), NOW.plusSeconds(60))).containsExactly(MATCH);
    }

    @Test
    void beginsAnewWithEachOutage() {
        registrations.overdue(List.of(MATCH), NOW);
        registrations.overdue(List.of(), NOW.plusSeconds(30));

        assertThat(registrations.overdue(List.of(MATCH), NOW.plusSeconds(90))).isEmpty();
    }

    @Test
    void namesPodAnnotationAndValue() {
        assertThat(PodCheck.unknown(MATCH))
                .isEqualTo(
                        "Pod/hadoop/nm-0: annotation yarn.hadoop.apache.org/node-id = 'nm-0:8041': the ResourceManager does not"
                                + " know it, want HOST:PORT as 'yarn node -list' shows it");
    }
}
