package io.koordbridge.yarnoperator.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.drain.DrainBook.Facts;
import io.koordbridge.yarnoperator.drain.DrainBook.News;
import io.koordbridge.yarnoperator.drain.DrainBook.Remembered;
import io.koordbridge.yarnoperator.lease.NodeOrders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DrainBookTest {

    private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");
    private static final Duration TIMEOUT = Duration.ofSeconds(100);
    private static final YarnAmount LEAST = new YarnAmount(1, 512);
    private static final YarnAmount MASTER = new YarnAmount(1, 1_024);
    private static final YarnAmount MORE = new YarnAmount(4, 8_192);
    private static final String MASTER_NAME = "container_1700000000000_0042_01_000001";

    private Instant now = START;
    private List<DrainRequest> requests = List.of(request("a", false));
    private @Nullable Remembered remembered;
    private Set<String> pods = Set.of("u1");
    private ContainersSeen seen = running(MORE, MASTER);
    private DrainBook book = DrainBook.EMPTY;

    private static DrainRequest request(String id, boolean endsMasters) {
        return new DrainRequest(id, TIMEOUT, endsMasters, true, false, Set.of("u1"));
    }

    private static DrainRequest deleted() {
        return new DrainRequest("pod/u1", TIMEOUT, true, false, true, Set.of("u1"));
    }

    private static ContainersSeen running(YarnAmount used, @Nullable YarnAmount masters) {
        return new ContainersSeen(true, false, 3, used, masters, List.of(MASTER_NAME), false);
    }

    private static ContainersSeen empty(boolean closed) {
        return new ContainersSeen(true, false, 0, YarnAmount.ZERO, YarnAmount.ZERO, List.of(), closed);
    }

    private DrainState next() {
        book = book.next(new Facts(now, requests, remembered, pods, seen));
        return book.first().orElseThrow().state();
    }

    private NodeOrders.@Nullable Drain order() {
        return book.order(LEAST, seen, now);
    }

    private String text() {
        return book.first().orElseThrow().text();
    }

    @Test
    void containersLeaveThenNothingIsPlacedThenItIsDrained() {
        assertThat(next()).isEqualTo(DrainState.DRAINING);
        assertThat(order()).isEqualTo(new NodeOrders.Drain(START.plus(TIMEOUT), LEAST, false, true));

        seen = running(MASTER, MASTER);
        assertThat(next()).isEqualTo(DrainState.HELD);
        assertThat(text()).contains("application_1700000000000_0042");

        seen = empty(false);
        assertThat(next()).isEqualTo(DrainState.DRAINING);
        assertThat(order()).isEqualTo(new NodeOrders.Drain(START.plus(TIMEOUT), YarnAmount.ZERO, false, true));

        seen = empty(true);
        assertThat(next()).isEqualTo(DrainState.DRAINED);

        pods = Set.of("u2");
        assertThat(next()).isEqualTo(DrainState.DONE);
    }

    @Test
    void aPodThatCameAfterGetsNothingBeforeTheOrderIsWithdrawn() {
        requests = List.of(request("a", true));
        next();
        now = START.plus(TIMEOUT).plusSeconds(5);
        pods = Set.of("u2");
        NodeOrders.Drain nothing = new NodeOrders.Drain(now.plus(TIMEOUT), YarnAmount.ZERO, false, false);

        seen = ContainersSeen.UNKNOWN;
        assertThat(next()).isEqualTo(DrainState.DONE);
        assertThat(order()).isEqualTo(nothing);
        seen = empty(true);
        assertThat(order()).isEqualTo(nothing);
        seen = running(MORE, MASTER);
        assertThat(order())
                .as("what came with it has its time")
                .isEqualTo(new NodeOrders.Drain(now.plus(TIMEOUT), LEAST, false, false));

        requests = List.of();
        book = book.next(new Facts(now, requests, remembered, pods, seen));
        assertThat(order()).isNull();
    }

    @Test
    void aDrainedNodeOnWhichSomethingIsSeenAgainIsNotDrained() {
        seen = empty(true);
        assertThat(next()).isEqualTo(DrainState.DRAINED);

        seen = running(MORE, YarnAmount.ZERO);
        assertThat(next()).isEqualTo(DrainState.DRAINING);
        seen = ContainersSeen.UNKNOWN;
        assertThat(next()).isEqualTo(DrainState.DRAINING);
    }

    @Test
    void aMasterMakesItFailAtItsTimeAndTheLeaseComesBack() {
        next();
        now = START.plus(TIMEOUT);

        assertThat(next()).isEqualTo(DrainState.FAILED);
        assertThat(text()).contains("the lease comes back").contains("application_1700000000000_0042");
        assertThat(order()).isNull();

        seen = empty(true);
        assertThat(next()).as("it is over").isEqualTo(DrainState.FAILED);
    }

    @Test
    void whereItIsNotKnownWhichAreMastersItFailsToo() {
        seen = running(MORE, null);
        next();
        now = START.plus(TIMEOUT);

        assertThat(next()).isEqualTo(DrainState.FAILED);
    }

    @Test
    void otherContainersAreEndedAtItsTimeAndItFailsOnlyWhenTheyStay() {
        seen = running(MORE, YarnAmount.ZERO);
        next();
        now = START.plus(TIMEOUT);
        assertThat(next()).isEqualTo(DrainState.DRAINING);
        assertThat(order())
                .as("what is above the minimum is ended first")
                .isEqualTo(new NodeOrders.Drain(START.plus(TIMEOUT), LEAST, false, true));

        now = now.plus(DrainBook.ENDED);
        assertThat(next()).isEqualTo(DrainState.DRAINING);
        assertThat(order()).isEqualTo(new NodeOrders.Drain(START.plus(TIMEOUT), YarnAmount.ZERO, false, true));

        now = START.plus(TIMEOUT).plus(DrainBook.SLACK);
        assertThat(next()).isEqualTo(DrainState.FAILED);
    }

    @Test
    void mastersAreEndedAtItsTimeWhenThatIsAskedFor() {
        requests = List.of(request("a", true));
        next();
        assertThat(order()).isEqualTo(new NodeOrders.Drain(START.plus(TIMEOUT), LEAST, false, false));

        now = START.plus(TIMEOUT);
        assertThat(next()).isEqualTo(DrainState.DRAINING);
        assertThat(order()).isEqualTo(new NodeOrders.Drain(START.plus(TIMEOUT), YarnAmount.ZERO, true, false));
    }

    @Test
    void aPodThatIsDeletedNeverGetsItsLeaseBack() {
        requests = List.of(deleted());
        next();
        now = START.plus(TIMEOUT).plus(DrainBook.SLACK).plusSeconds(1);

        assertThat(next()).isEqualTo(DrainState.DRAINING);
        assertThat(order()).extracting(NodeOrders.Drain::endsMasters).isEqualTo(true);
    }

    @Test
    void aPodThatWasDeletedAndIsGoneIsDone() {
        requests = List.of(deleted());
        next();
        DrainBook before = book;
        requests = List.of();
        pods = Set.of();
        book = book.next(new Facts(now, requests, remembered, pods, seen));

        assertThat(book.since(before)).extracting(News::state).containsExactly(DrainState.DONE);
        assertThat(order()).isNull();
    }

    @Test
    void aDrainWhosePodIsDeletedDoesNotFailEither() {
        requests = List.of(request("a", false), deleted());
        next();
        now = START.plus(TIMEOUT).plus(DrainBook.SLACK).plusSeconds(1);

        next();
        assertThat(book.of("a").orElseThrow().state()).isEqualTo(DrainState.DRAINING);
    }

    @Test
    void whatIsNotKnownForTheMomentEndsNothing() {
        next();
        seen = ContainersSeen.UNKNOWN;
        now = START.plus(TIMEOUT);

        assertThat(next()).isEqualTo(DrainState.DRAINING);
        seen = empty(true);
        assertThat(next()).isEqualTo(DrainState.DRAINED);
    }

    @Test
    void whatStaysUnknownMakesItFail() {
        next();
        seen = ContainersSeen.UNKNOWN;
        now = START.plus(TIMEOUT).plus(DrainBook.SLACK);

        assertThat(next()).isEqualTo(DrainState.FAILED);
        assertThat(text()).contains("it is not known which containers are left");
        assertThat(order()).isNull();
    }

    @Test
    void whatStaysUnknownOfAPodThatGoesGivesNothingBack() {
        requests = List.of(deleted());
        next();
        seen = ContainersSeen.UNKNOWN;
        now = START.plus(TIMEOUT).plus(DrainBook.SLACK);

        assertThat(next()).isEqualTo(DrainState.DRAINING);
    }

    @Test
    void theEarliestOfSeveralDeadlinesCounts() {
        DrainRequest sooner = new DrainRequest("b", Duration.ofSeconds(10), false, true, false, Set.of("u1"));
        requests = List.of(request("a", false), sooner);
        next();
        assertThat(order()).extracting(NodeOrders.Drain::deadline).isEqualTo(START.plusSeconds(10));

        now = START.plusSeconds(10);
        next();
        assertThat(book.of("b").orElseThrow().state()).isEqualTo(DrainState.FAILED);
        assertThat(order()).extracting(NodeOrders.Drain::deadline).isEqualTo(START.plus(TIMEOUT));
    }

    @Test
    void aCalledOffDrainLeavesNoOrder() {
        next();
        DrainBook before = book;
        requests = List.of();
        book = book.next(new Facts(now, requests, remembered, pods, seen));

        assertThat(order()).isNull();
        assertThat(book.since(before)).extracting(News::state).containsExactly((DrainState) null);
    }

    @Test
    void aNewLeaderDoesNotBeginAgainWhatIsOver() {
        remembered = new Remembered("a", DrainState.FAILED, Set.of("u1"), "masters stayed", null, Map.of());

        assertThat(next()).isEqualTo(DrainState.FAILED);
        assertThat(text()).isEqualTo("masters stayed");
        assertThat(book.since(DrainBook.EMPTY)).isEmpty();
    }

    @Test
    void aNewLeaderDoesNotDrainThePodThatCameAfter() {
        remembered = new Remembered("a", DrainState.DRAINED, Set.of("u1"), "", null, Map.of());
        pods = Set.of("u2");
        requests = List.of(new DrainRequest("a", TIMEOUT, false, true, false, Set.of("u2")));

        assertThat(next()).isEqualTo(DrainState.DONE);
    }

    @Test
    void aNewLeaderGivesNoMoreTimeThanIsLeft() {
        remembered = left(Duration.ofSeconds(30));
        next();
        assertThat(order()).extracting(NodeOrders.Drain::deadline).isEqualTo(START.plusSeconds(30));
    }

    @Test
    void aDeadlineThatIsTooLateOrOverIsNotTrusted() {
        remembered = left(Duration.ofDays(1_000));
        next();
        assertThat(order()).extracting(NodeOrders.Drain::deadline).isEqualTo(START.plus(TIMEOUT));

        book = DrainBook.EMPTY;
        remembered = left(Duration.ofDays(-1));
        seen = running(MORE, YarnAmount.ZERO);
        assertThat(next()).as("what stays has its minute").isEqualTo(DrainState.DRAINING);
        assertThat(order()).extracting(NodeOrders.Drain::deadline).isEqualTo(START);
    }

    private static Remembered left(Duration left) {
        return new Remembered("a", DrainState.DRAINING, Set.of("u1"), "", left, Map.of());
    }

    @Test
    void aNewLeaderBeginsNoneOfSeveralAgain() {
        DrainRequest sooner = new DrainRequest("b", Duration.ofSeconds(10), false, true, false, Set.of("u1"));
        requests = List.of(request("a", false), sooner);
        next();
        now = START.plusSeconds(10);
        next();
        assertThat(book.over()).isEqualTo(Map.of("b", DrainState.FAILED));

        remembered = new Remembered("a", DrainState.DRAINING, Set.of("u1"), "", TIMEOUT, book.over());
        book = DrainBook.EMPTY;
        next();
        assertThat(book.of("b").orElseThrow().state()).isEqualTo(DrainState.FAILED);
        assertThat(book.since(DrainBook.EMPTY)).extracting(News::state).containsExactly(DrainState.DRAINING);
    }

    @Test
    void anotherIdIsAnotherDrain() {
        remembered = new Remembered("a", DrainState.FAILED, Set.of("u1"), "", null, Map.of());
        requests = List.of(request("b", false));

        assertThat(next()).isEqualTo(DrainState.DRAINING);
        assertThat(book.since(DrainBook.EMPTY)).extracting(News::state).containsExactly(DrainState.DRAINING);
    }

    @Test
    void aNodeWithoutANodeManagerIsDone() {
        pods = Set.of();
        requests = List.of(new DrainRequest("a", TIMEOUT, false, true, false, Set.of()));
        seen = new ContainersSeen(false, true, 0, YarnAmount.ZERO, null, List.of(), false);

        assertThat(next()).isEqualTo(DrainState.DONE);
    }

    /** Random histories: what may never be ordered. */
    @Test
    void mastersAndContainersAreNeverTakenBeforeTheirTime() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            now = START;
            book = DrainBook.EMPTY;
            requests = List.of(request("a", random.nextBoolean()));
            for (int i = 0; i < 60; i++) {
                now = now.plusSeconds(random.nextInt(6));
                seen = any(random);
                next();
                NodeOrders.Drain order = order();
                boolean late = !now.isBefore(START.plus(TIMEOUT.plusSeconds(5)));
                if (order != null) {
                    Drain drain = book.first().orElseThrow();
                    boolean early = now.isBefore(drain.deadline());
                    assertThat(early && order.endsMasters()).as("seed %s", seed).isFalse();
                    assertThat(early && !seen.empty() && order.least().equals(YarnAmount.ZERO))
                            .as("seed %s", seed)
                            .isFalse();
                    assertThat(order.endsMasters() && !drain.request().endsMasters())
                            .as("seed %s", seed)
                            .isFalse();
                    assertThat(order.endsMasters() && order.sparesMasters()).isFalse();
                    assertThat(late && seen.known() && seen.mastersLeft() && !order.endsMasters())
                            .as("seed %s", seed)
                            .isFalse();
                } else {
                    assertThat(book.underWay()).isEmpty();
                }
            }
        }
    }

    private static ContainersSeen any(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> ContainersSeen.UNKNOWN;
            case 1 -> empty(random.nextBoolean());
            case 2 -> running(MASTER, MASTER);
            case 3 -> running(MORE, null);
            case 4 -> running(MORE, YarnAmount.ZERO);
            default -> running(MORE, MASTER);
        };
    }
}
