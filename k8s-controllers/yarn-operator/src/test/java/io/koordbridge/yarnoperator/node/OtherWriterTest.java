package io.koordbridge.yarnoperator.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.node.OtherWriter.Look;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class OtherWriterTest {

    private static final YarnAmount OURS = new YarnAmount(4, 4096);
    private static final YarnAmount THEIRS = new YarnAmount(8, 8192);

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private OtherWriter writer = OtherWriter.NONE;
    private long epoch = 1;
    private long startedAt = 100;

    private void see(YarnAmount capability) {
        now = now.plusSeconds(5);
        writer = writer.next(new Look(capability, true, epoch, startedAt), now);
    }

    private void send() {
        writer = writer.sending().acknowledged(OURS);
        see(OURS);
    }

    private void change() {
        send();
        see(THEIRS);
    }

    private boolean known() {
        return writer.problem("nm-0:8041", now).isPresent();
    }

    @Test
    void threeChangesOfWhatWasAcknowledgedAreAnotherWriter() {
        see(OURS);
        change();
        change();
        assertThat(known()).isFalse();
        change();

        assertThat(writer.problem("nm-0:8041", now))
                .hasValueSatisfying(text -> assertThat(text).contains("nm-0:8041", THEIRS.toString(), "rmadmin"));
    }

    @Test
    void theSameReportAgainIsNoChange() {
        see(OURS);
        change();
        for (int i = 0; i < 10; i++) {
            see(THEIRS);
        }
        assertThat(known()).isFalse();
    }

    @Test
    void itIsOverAfterAWhile() {
        see(OURS);
        for (int i = 0; i < 5; i++) {
            change();
        }
        assertThat(known()).isTrue();
        now = now.plus(Duration.ofMinutes(11));
        send();

        assertThat(known()).isFalse();
    }

    @Test
    void changesThatAreFarApartAreNone() {
        see(OURS);
        for (int i = 0; i < 6; i++) {
            change();
            now = now.plus(Duration.ofMinutes(6));
        }
        assertThat(known()).isFalse();
    }

    @Test
    void ourOwnUpdatesAreNone() {
        see(OURS);
        for (int i = 0; i < 6; i++) {
            send();
            writer = writer.sending();
            see(THEIRS);
            writer = writer.acknowledged(THEIRS);
            see(THEIRS);
        }
        assertThat(known()).isFalse();
    }

    @Test
    void anUpdateThatHasNoEffectYetIsNone() {
        see(THEIRS);
        for (int i = 0; i < 6; i++) {
            writer = writer.sending().acknowledged(OURS);
            see(THEIRS);
        }
        assertThat(known()).isFalse();
    }

    @Test
    void aNodeManagerThatRestartsIsNoneEvenWhenThatIsSeenLater() {
        see(OURS);
        for (int i = 0; i < 6; i++) {
            change();
            startedAt++;
            see(THEIRS);
        }
        assertThat(known()).isFalse();
    }

    @Test
    void oneThatDoesNotSayWhenItStartedCounts() {
        startedAt = 0;
        see(OURS);
        change();
        change();
        change();

        assertThat(known()).isTrue();
    }

    @Test
    void anotherResourceManagerIsNone() {
        see(OURS);
        for (int i = 0; i < 6; i++) {
            send();
            epoch++;
            see(THEIRS);
        }
        assertThat(known()).isFalse();
    }

    @Test
    void oneThatWasAwayIsNone() {
        see(OURS);
        for (int i = 0; i < 6; i++) {
            send();
            writer = writer.next(new Look(YarnAmount.ZERO, false, epoch, 0), now);
            see(THEIRS);
        }
        assertThat(known()).isFalse();
    }
}
