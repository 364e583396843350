package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Claim;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Way;
import io.koordbridge.yarnoperator.matching.PodCheck;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RegistrationsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final NodeManagerMatch MATCH = new NodeManagerMatch(
            new NodeManagerRef("", "nm-0", 8041), Way.ANNOTATION_UNCONFIRMED, "Pod/hadoop/nm-0", Claim.HOST);
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

    @Test
    void anAgentsWordOutlivesItsNodeManagerForAWhileOnly() {
        Set<NodeManagerRef> named = Set.of(MATCH.ref());

        assertThat(registrations.running(named, ref -> true, NOW)).isEqualTo(named);
        assertThat(registrations.running(named, ref -> false, NOW.plusSeconds(60)))
                .isEqualTo(named);
        assertThat(registrations.running(named, ref -> false, NOW.plusSeconds(659)))
                .isEqualTo(named);
        assertThat(registrations.running(named, ref -> false, NOW.plusSeconds(660)))
                .isEmpty();

        assertThat(registrations.running(named, ref -> true, NOW.plusSeconds(700)))
                .isEqualTo(named);
        assertThat(registrations.running(named, ref -> false, NOW.plusSeconds(701)))
                .isEqualTo(named);
    }

    @Test
    void saysWhichClusterDoesNotKnowWhatTheAgentNames() {
        NodeManagerMatch named = new NodeManagerMatch(MATCH.ref(), Way.AGENT_UNCONFIRMED, "Node/w", Claim.AGENT);

        assertThat(PodCheck.unknown(named))
                .isEqualTo(
                        "Node/w: annotation node.koordinator.sh/yarn-nodemanager: nodeId = 'nm-0:8041': no NodeManager that"
                                + " runs is known by this name to the ResourceManager of cluster default");
    }
}
