package io.koordbridge.colo.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.colo.preflight.WebhookFacts.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebhookJudgeTest {
    private static final Instant NOW = Instant.parse("2026-11-23T12:00:00Z");

    private static List<Finding> judge(List<String> without, @Nullable Integer daysLeft, int endpoints, Answer answer) {
        Instant ends = daysLeft == null ? null : NOW.plus(Duration.ofDays(daysLeft));
        return WebhookJudge.judge(
                new WebhookFacts(
                        List.of("vpod.koordinator.sh"), without, ends, endpoints, answer, WebhookPort.LIMITED, false),
                NOW);
    }

    @Test
    void isWellWhenEachPartIs() {
        assertThat(judge(List.of(), 3650, 2, Answer.REFUSED)).hasSize(5).allMatch(each -> each.level() == Level.OK);
        assertThat(judge(List.of(), 3650, -1, Answer.REFUSED)).hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({
        ", 3650, 0, REFUSED, endpoints, FAIL",
        ", 3650, 2, MISSED, answers, FAIL",
        ", 3650, 2, NOT_ASKED, answers, WARN",
        ", 0, 2, REFUSED, certificate authority, FAIL",
        ", 3, 2, REFUSED, certificate authority, WARN",
        ", , 2, REFUSED, certificate authority, FAIL",
        "vpod.koordinator.sh, 3650, 2, REFUSED, certificate authority, FAIL",
    })
    void findsOneFault(
            @Nullable String without,
            @Nullable Integer daysLeft,
            int endpoints,
            Answer answer,
            String check,
            Level level) {
        List<Finding> found = judge(without == null ? List.of() : List.of(without), daysLeft, endpoints, answer);

        assertThat(found)
                .filteredOn(each -> each.level() != Level.OK)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.check()).isEqualTo(check);
                    assertThat(each.level()).isEqualTo(level);
                    assertThat(each.remedy()).isNotEmpty();
                });
    }

    @Test
    void warnsWhileEveryPodReachesItsPort() {
        assertThat(judge(WebhookPort.OPEN, false)).singleElement().satisfies(found -> {
            assertThat(found.level()).isEqualTo(Level.WARN);
            assertThat(found.remedy()).contains("networkPolicy.sources.apiServer");
        });
        assertThat(judge(WebhookPort.UNKNOWN, false)).extracting(Finding::level).containsExactly(Level.WARN);
    }

    @Test
    void saysWhoCountsForQuotaAdmission() {
        assertThat(judge(WebhookPort.LIMITED, true))
                .extracting(Finding::check)
                .containsExactly("port 9876", "EnableQuotaAdmission");
    }

    private static List<Finding> judge(WebhookPort port, boolean admitsByQuota) {
        return WebhookJudge.judge(
                        new WebhookFacts(
                                List.of("vpod.koordinator.sh"),
                                List.of(),
                                NOW.plus(Duration.ofDays(3650)),
                                2,
                                Answer.REFUSED,
                                port,
                                admitsByQuota),
                        NOW)
                .stream()
                .filter(each -> each.check().startsWith("port") || each.check().startsWith("Enable"))
                .toList();
    }

    @Test
    void warnsWhenItIsNotRegistered() {
        assertThat(WebhookJudge.judge(
                        new WebhookFacts(List.of(), List.of(), null, 0, Answer.NOT_ASKED, WebhookPort.OPEN, false),
                        NOW))
                .singleElement()
                .extracting(Finding::level)
                .isEqualTo(Level.WARN);
    }
}
