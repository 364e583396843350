package io.koordbridge.koordlet.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import io.koordbridge.api.annotation.YarnShrink;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.kube.metrics.MetricNames;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShrinkTellerTest {

    private static final String CALL = "/v2/shrink";
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    /** Of an operator whose clock is two years behind. */
    private static final Decoded<YarnShrink> SHRINK = shrink("2024-01-01T00:10:00Z");

    @TempDir
    private Path temp;

    private final MetricRegistry metrics = new MetricRegistry();
    private final List<String> problems = new ArrayList<>();
    private StandInPlugin server;
    private YarnPlugin plugin;
    private ShrinkTeller teller;

    private static Decoded<YarnShrink> shrink(String deadline) {
        return Decoded.of(new YarnShrink(4L, 2048L, deadline, "2024-01-01T00:00:00Z", "h:8041", true));
    }

    @BeforeEach
    void start() {
        server = new StandInPlugin(temp.resolve("plugin.sock"));
        node("{\"nodeId\":\"h:8041\"}");
        server.answers(CALL, 200, "{}");
        plugin = new YarnPlugin(temp, PluginTrust.OF_DIRECTORY, problems::add);
        teller = new ShrinkTeller(plugin, "n", metrics, problems::add);
        plugin.round(START);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void node(String answer) {
        server.isWell(answer, "{\"containers\":[]}");
    }

    private void round(Decoded<YarnShrink> atNode, long second) {
        round(atNode, true, second);
    }

    private void round(Decoded<YarnShrink> atNode, boolean follows, long second) {
        teller.round(atNode, follows, START.plusSeconds(second), START.plusSeconds(second));
    }

    /** The first round of an agent whose clock says this. */
    private void begin(Decoded<YarnShrink> atNode, String timeOfDay) {
        teller.round(atNode, true, START, Instant.parse(timeOfDay));
    }

    /** Bodies of the calls until now. */
    private List<String> told() {
        return server.requests().stream()
                .filter(request -> request.startsWith("POST " + CALL))
                .map(request -> request.substring(request.indexOf("\r\n\r\n") + 4))
                .toList();
    }

    private static String body(long leftMillis) {
        return "{\"target\":{\"vcores\":4,\"memoryMB\":2048},\"leftMillis\":" + leftMillis + ",\"countsVcores\":true}";
    }

    private long signals(String result) {
        return metrics.counter(MetricNames.of("koord_koordlet_yarn_decommission_signals_total", "result", result))
                .getCount();
    }

    @Test
    void countsTheTimeLeftFromTheMomentItSawTheTextWhateverItsClock() {
        round(SHRINK, 0);
        round(SHRINK, 1);
        round(SHRINK, 3);
        round(SHRINK, 700);

        assertThat(told()).containsExactly(body(600_000), body(597_000), body(0));
    }

    @Test
    void aChangeIsToldAtOnce() {
        round(SHRINK, 0);
        round(shrink("2024-01-01T00:00:15Z"), 1);

        assertThat(told()).containsExactly(body(600_000), body(15_000));
    }

    @Test
    void whereVcoresAreNotKnownToCountThatIsTold() {
        YarnShrink before = SHRINK.value();
        for (Boolean cpu : new Boolean[] {null, false}) {
            YarnShrink shrink = new YarnShrink(4L, 2048L, before.deadline(), before.time(), before.nodeId(), cpu);
            round(Decoded.of(shrink), cpu == null ? 0 : 1);
        }

        assertThat(told()).hasSize(2).allMatch(body -> body.contains("\"countsVcores\":false"));
    }

    @Test
    void anAgentThatStartsInAShrinkDoesNotBeginItsTimeAnew() {
        begin(SHRINK, "2024-01-01T00:07:00Z");
        round(SHRINK, 3);

        // Two seconds more than the clock says: the times of a text are cut to seconds.
        assertThat(told()).containsExactly(body(182_000), body(179_000));
    }

    @Test
    void aDeadlineThatIsJustOverIsOverAfterAStartToo() {
        begin(SHRINK, "2024-01-01T00:11:02Z");

        assertThat(told()).containsExactly(body(0));
    }

    @Test
    void aClockThatCannotBeRightDoesNotShortenTheTimeAfterAStart() {
        begin(SHRINK, "2024-01-01T00:11:03Z");
        round(SHRINK, 3);

        assertThat(told()).containsExactly(body(600_000), body(597_000));
    }

    @Test
    void aClockThatIsBehindDoesNotLengthenTheTimeAfterAStart() {
        begin(SHRINK, "2023-12-31T23:00:00Z");

        assertThat(told()).containsExactly(body(600_000));
    }

    @Test
    void aTextThatIsSeenAsItIsWrittenNeedsNoClock() {
        begin(Decoded.absent(), "2024-01-01T00:09:00Z");
        teller.round(SHRINK, true, START.plusSeconds(1), Instant.parse("2024-01-01T00:09:01Z"));

        assertThat(told()).containsExactly(body(600_000));
    }

    @Test
    void anAgentThatIsCutOffConfirmsNothingAndThePluginForgets() {
        round(SHRINK, 0);
        round(SHRINK, false, 29);
        assertThat(told()).containsExactly(body(600_000), body(571_000));

        round(SHRINK, false, 30);
        round(SHRINK, false, 100);
        assertThat(told()).hasSize(2);

        round(SHRINK, true, 101);
        assertThat(told()).hasSize(3).last().isEqualTo(body(499_000));
    }

    @Test
    void aTextThatIsNewAfterTheAgentWasCutOffMayBeOld() {
        begin(Decoded.absent(), "2024-01-01T00:00:00Z");
        round(Decoded.absent(), false, 40);
        teller.round(SHRINK, true, START.plusSeconds(50), Instant.parse("2024-01-01T00:05:00Z"));

        assertThat(told()).containsExactly(body(302_000));
    }

    @Test
    void nothingIsToldBeforeTheNodeIsFollowed() {
        round(SHRINK, false, 0);
        round(SHRINK, false, 5);

        assertThat(told()).isEmpty();
    }

    @Test
    void theEndIsToldOnce() {
        round(SHRINK, 0);
        round(Decoded.absent(), 1);
        round(Decoded.absent(), 2);
        round(Decoded.absent(), 9);

        assertThat(told()).hasSize(2).last().asString().contains("\"target\":null");
    }

    @Test
    void anEndThatIsNotTakenIsTriedUntilThePluginHasForgottenTheShrink() {
        round(SHRINK, 0);
        server.answers(CALL, 500, "{}");
        for (int second = 1; second < 60; second++) {
            round(Decoded.absent(), second);
        }

        assertThat(told()).hasSize(1 + 29);
        assertThat(problems).hasSize(1);
    }

    @Test
    void aTextThatCannotBeReadIsReportedOnceAndEndsTheShrink() {
        Decoded<YarnShrink> bad = Decoded.unreadable(new WireProblem("yarn-shrink", "deadline", "x", "a time"));
        round(SHRINK, 0);
        round(bad, 1);
        round(bad, 2);

        assertThat(told()).hasSize(2).last().asString().contains("null");
        assertThat(problems).singleElement().asString().startsWith("Node/n: invalid yarn-shrink, field deadline");
    }

    @Test
    void aShrinkOfAnotherNodeManagerIsNotTold() {
        node("{\"nodeId\":\"h:9999\"}");
        plugin.round(START);
        round(SHRINK, 0);
        node("{\"nodeId\":null}");
        plugin.round(START);
        round(SHRINK, 5);

        assertThat(told()).isEmpty();
    }

    @Test
    void anOlderPluginIsNoProblem() {
        server.answers(CALL, 404, "{}");
        round(SHRINK, 0);
        round(SHRINK, 3);
        round(Decoded.absent(), 4);

        assertThat(told()).hasSize(2);
        assertThat(problems).isEmpty();
    }

    @Test
    void aRefusalIsReportedOnceUntilItEnds() {
        server.answers(CALL, 403, "{}");
        round(SHRINK, 0);
        round(SHRINK, 3);
        assertThat(problems).singleElement().asString().contains("a shrink is not sent", "403");

        server.answers(CALL, 200, "{}");
        round(SHRINK, 6);
        server.answers(CALL, 403, "{}");
        round(SHRINK, 9);
        assertThat(problems).hasSize(2);
    }

    @Test
    void withoutAPluginNothingIsTold() {
        ShrinkTeller alone = new ShrinkTeller(
                new YarnPlugin(temp.resolve("none"), PluginTrust.OF_DIRECTORY, problems::add),
                "n",
                metrics,
                problems::add);
        alone.round(SHRINK, true, START, START);
        alone.round(Decoded.absent(), true, START, START);

        assertThat(told()).isEmpty();
        assertThat(problems).isEmpty();
    }

    @Test
    void signalsOfThePluginAreCountedOverItsRestart() {
        decommission(5, 1, 0);
        assertThat(signals("sent")).isZero();
        decommission(7, 1, 1);
        assertThat(signals("sent")).isEqualTo(2);
        assertThat(signals("failed")).isEqualTo(1);
        decommission(1, 0, 0);
        assertThat(signals("sent")).isEqualTo(3);
        assertThat(signals("no_handler")).isZero();
        node("{\"nodeId\":\"h:8041\"}");
        plugin.round(START);
        round(Decoded.absent(), 0);
        assertThat(signals("sent")).isEqualTo(3);
    }

    private void decommission(int sent, int noHandler, int failed) {
        node("{\"nodeId\":\"h:8041\",\"decommission\":{\"sent\":" + sent + ",\"noHandler\":" + noHandler
                + ",\"failed\":" + failed + "}}");
        plugin.round(START);
        round(Decoded.absent(), 0);
    }
}
