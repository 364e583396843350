package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Claim;
import io.koordbridge.yarnoperator.matching.NodeManagerMatch.Way;
import io.koordbridge.yarnoperator.node.NodeManagerOwnership.Ownership;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NodeManagerOwnershipTest {

    private static final NodeManagerRef NODE_MANAGER = new NodeManagerRef("", "nm-0", 8041);
    private final NodeManagerOwnership claims = new NodeManagerOwnership();

    private static List<NodeManagerMatch> named(boolean here) {
        return named(here ? Claim.HOST : Claim.NAMED);
    }

    private static List<NodeManagerMatch> named(Claim claim) {
        return List.of(new NodeManagerMatch(NODE_MANAGER, Way.ANNOTATION, "Pod/hadoop/nm-0", claim));
    }

    @Test
    void aNodeManagerOfOneNodeIsItsOwn() {
        assertThat(claims.enter("a", named(false))).isEmpty();

        assertThat(claims.standing("a", NODE_MANAGER)).isEqualTo(Ownership.OWN);
    }

    @Test
    void oneThatNoPodNamesAnyMoreStaysWithWhoHadIt() {
        assertThat(claims.standing("a", NODE_MANAGER)).isEqualTo(Ownership.OWN);
    }

    @Test
    void isDisputedWhileNothingTellsWhoseItIs() {
        claims.enter("a", named(false));

        assertThat(claims.enter("b", named(false))).containsExactly("a");

        assertThat(claims.standing("a", NODE_MANAGER)).isEqualTo(Ownership.DISPUTED);
        assertThat(claims.standing("b", NODE_MANAGER)).isEqualTo(Ownership.DISPUTED);
        assertThat(claims.nodes(NODE_MANAGER)).containsExactly("a", "b");
    }

    @Test
    void belongsToTheOnlyNodeThatHasItsHost() {
        claims.enter("a", named(false));
        claims.enter("b", named(true));

        assertThat(claims.standing("a", NODE_MANAGER)).isEqualTo(Ownership.ELSEWHERE);
        assertThat(claims.standing("b", NODE_MANAGER)).isEqualTo(Ownership.OWN);
    }

    @Test
    void movesWithItsPod() {
        claims.enter("a", named(true));
        assertThat(claims.enter("a", List.of())).isEmpty();
        claims.enter("b", named(true));

        assertThat(claims.standing("a", NODE_MANAGER)).isEqualTo(Ownership.ELSEWHERE);
        assertThat(claims.standing("b", NODE_MANAGER)).isEqualTo(Ownership.OWN);
    }

    @Test
    void tellsTheOthersWhenADisputeEnds() {
        claims.enter("a", named(false));
        claims.enter("b", named(false));

        assertThat(claims.enter("b", List.of())).containsExactly("a");
        assertThat(claims.enter("b", List.of())).isEmpty();
        assertThat(claims.standing("a", NODE_MANAGER)).isEqualTo(Ownership.OWN);
    }

    @Test
    void tellsNobodyOfWhatIsKnown() {
        claims.enter("a", named(false));
        claims.enter("b", named(false));

        assertThat(claims.enter("b", named(false))).isEmpty();
    }

    @Test
    void oneOfTheNodesPodsThatHasTheHostIsEnough() {
        claims.enter("a", named(false));
        claims.enter(
                "b", Stream.of(named(true), named(false)).flatMap(List::stream).toList());

        assertThat(claims.standing("b", NODE_MANAGER)).isEqualTo(Ownership.OWN);
    }

    @Test
    void tellsTheOthersWhenAHostTurnsOutToBeItsOwn() {
        claims.enter("a", named(false));
        claims.enter("b", named(false));

        assertThat(claims.enter("b", named(true))).containsExactly("a");
    }

    @Test
    void theWordOfAnAgentThatReportsOutweighsPods() {
        claims.enter("a", named(Claim.HOST));
        claims.enter("b", named(Claim.AGENT));
        claims.enter("c", named(Claim.NAMED));

        assertThat(claims.standing("a", NODE_MANAGER)).isEqualTo(Ownership.ELSEWHERE);
        assertThat(claims.standing("b", NODE_MANAGER)).isEqualTo(Ownership.OWN);
        assertThat(claims.standing("c", NODE_MANAGER)).isEqualTo(Ownership.ELSEWHERE);
    }

    @Test
    void twoAgentsThatNameOneNodeManagerDisputeIt() {
        claims.enter("a", named(Claim.AGENT));
        claims.enter("b", named(Claim.AGENT));

        assertThat(claims.standing("a", NODE_MANAGER)).isEqualTo(Ownership.DISPUTED);
        assertThat(claims.standing("b", NODE_MANAGER)).isEqualTo(Ownership.DISPUTED);
    }

    @Test
    void aWordThatAnAgentLeftBehindGivesWayToTheHost() {
        claims.enter("a", named(Claim.AGENT));
        claims.enter("b", named(Claim.HOST));

        assertThat(claims.enter("a", named(Claim.NAMED))).containsExactly("b");

        assertThat(claims.standing("a", NODE_MANAGER)).isEqualTo(Ownership.ELSEWHERE);
        assertThat(claims.standing("b", NODE_MANAGER)).isEqualTo(Ownership.OWN);
    }
}
