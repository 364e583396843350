package io.koordbridge.descheduler.act.arbitrate;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.descheduler.act.arbitrate.RoundRule.Decision;
import io.koordbridge.descheduler.act.arbitrate.RoundRule.Kind;
import io.koordbridge.descheduler.decide.run.Verdict;
import io.koordbridge.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ArbitratorTest implements JobAnswers, RoundRule {

    private static final Verdict FULL = Verdict.refused("MaxMigratingPerNode", "2 of 2");

    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final Map<String, Kind> decided = new HashMap<>();
    private final List<String> written = new ArrayList<>();
    private Answer answer = Answer.PASSED;
    private int rounds;
    private boolean leads = true;
    private Set<String> counted = Set.of();
    private final Arbitrator arbitrator = new Arbitrator(this, this, call -> leads, new MetricRegistry(), clock);

    @Override
    public Answer pass(String name, String uid) {
        written.add("pass " + name);
        return answer;
    }

    @Override
    public Answer fail(String name, String uid, Verdict verdict) {
        written.add("fail " + name);
        return Answer.FAILED;
    }

    @Override
    public List<Decision> decide(Set<String> waiting, Set<String> passed) {
        rounds++;
        counted = passed;
        return new TreeSet<>(waiting)
                .stream()
                        .map(name -> new Decision(name, decided.getOrDefault(name, Kind.WAIT), FULL))
                        .toList();
    }

    private void shown(String name) {
        arbitrator.shown(WaitingJobsTest.job(name, "uid", null, false, false));
    }

    @Test
    void aRoundWithoutWaitingJobsDoesNothing() {
        arbitrator.round();
        arbitrator.shown(WaitingJobsTest.job("done", "uid", "Succeeded", false, false));
        arbitrator.round();

        assertThat(rounds).isZero();
    }

    @Test
    void passedAndFailedJobsLeaveAndTheOthersSayWhatTheyWaitFor() {
        decided.putAll(Map.of("a", Kind.PASS, "b", Kind.FAIL));
        List.of("a", "b", "c").forEach(this::shown);

        arbitrator.round();
        clock.advance(Duration.ofSeconds(5));
        arbitrator.round();

        assertThat(written).containsExactly("pass a", "fail b");
        assertThat(counted).containsExactly("uid");
        assertThat(arbitrator.held()).containsExactly(Map.entry("c", new Arbitrator.Held(FULL, Instant.EPOCH)));
        arbitrator.gone("c");
        arbitrator.round();
        assertThat(arbitrator.held()).isEmpty();
        assertThat(rounds).isEqualTo(2);
    }

    @Test
    void aFloodOfBadJobsDelaysNoJobThatPasses() {
        for (int i = 0; i < 3000; i++) {
            shown("bad-" + i);
            decided.put("bad-" + i, Kind.FAIL);
        }
        shown("good");
        decided.put("good", Kind.PASS);

        arbitrator.round();

        assertThat(written).hasSize(50).startsWith("pass good");
    }

    @Test
    void aFloodOfPassingJobsLeavesRoomForFailures() {
        for (int i = 0; i < 100; i++) {
            shown("job-" + i);
            decided.put("job-" + i, i < 50 ? Kind.PASS : Kind.FAIL);
        }

        arbitrator.round();

        assertThat(written).hasSize(50);
        assertThat(written.stream().filter(write -> write.startsWith("fail"))).hasSize(10);
    }

    @Test
    void whatWasRefusedIsDecidedAnewAndWhatMayBeWrittenCounts() {
        shown("a");
        decided.put("a", Kind.PASS);
        answer = Answer.REFUSED;
        arbitrator.round();
        answer = Answer.UNSURE;
        arbitrator.round();
        assertThat(counted).isEmpty();
        assertThat(rounds).isEqualTo(2);
        shown("b");
        decided.put("b", Kind.WAIT);
        answer = Answer.PASSED;
        arbitrator.round();
        assertThat(counted).as("it may have passed").containsExactly("uid");
        arbitrator.gone("b");
        arbitrator.round();

        assertThat(written).containsExactly("pass a", "pass a", "pass a");
        assertThat(rounds).isEqualTo(3);
    }

    @Test
    void aRoundEndsItsWritesWithTheFirstThatHasNoAnswer() {
        for (int i = 0; i < 9; i++) {
            shown("job-" + i);
            decided.put("job-" + i, i < 5 ? Kind.PASS : Kind.FAIL);
        }
        answer = Answer.UNSURE;

        arbitrator.round();

        assertThat(written).containsExactly("pass job-0");
    }

    @Test
    void aReplicaWithoutTheLeaseDecidesNothing() {
        shown("a");
        leads = false;
        arbitrator.round();

        assertThat(rounds).isZero();
    }
}
