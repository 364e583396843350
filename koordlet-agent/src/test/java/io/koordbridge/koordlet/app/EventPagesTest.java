package io.koordbridge.koordlet.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.audit.AuditFile;
import io.koordbridge.koordlet.audit.AuditLog;
import io.koordbridge.koordlet.audit.AuditPages;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventPagesTest {

    private static final String EVENT =
            "{\"createdAt\":\"2026-01-01T00:00:00Z\",\"type\":\"group\",\"reason\":\"test\",\"path\":\"/cg/x\","
                    + "\"after\":\"%d\"}";

    @TempDir
    private Path temp;

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private AuditPages pages;
    private EventPages events;

    @BeforeEach
    void write() {
        AuditLog log = new AuditLog(new AuditFile(temp, 1 << 20)::append, clock);
        pages = new AuditPages(temp, clock, () -> "t1");
        events = new EventPages(log, Optional.of(pages));
        for (int i = 0; i < 300; i++) {
            log.written(Path.of("/cg/x"), null, String.valueOf(i), "test", null);
        }
    }

    @AfterEach
    void close() throws IOException {
        pages.close();
    }

    @Test
    void jsonNamesTheNextPageUntilTheLast() throws IOException {
        AdminServer.Answer first = events.answer("size=2", "application/json");
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.type()).isEqualTo("application/json");
        assertThat(first.body())
                .isEqualTo("{\"NextPageToken\":\"t1\",\"Events\":[" + EVENT.formatted(299) + "," + EVENT.formatted(298)
                        + "]}");

        AdminServer.Answer last = events.answer("pageToken=t1&size=2048", "application/json, text/plain");
        assertThat(last.body())
                .startsWith("{\"Events\":[" + EVENT.formatted(297))
                .endsWith(EVENT.formatted(0) + "]}");
    }

    @Test
    void textHasTheTokenInAHeader() throws IOException {
        AdminServer.Answer first = events.answer("", "");
        assertThat(first.body().lines()).hasSize(256).first().isEqualTo(EVENT.formatted(299));
        assertThat(first.headers()).isEqualTo(Map.of("Next-Page-Token", "t1"));
        assertThat(first.type()).startsWith("text/plain");

        AdminServer.Answer last = events.answer("size=2048&pageToken=t1", "*/*");
        assertThat(last.body().lines()).hasSize(44);
        assertThat(last.headers()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "size=0",
                "size=2049",
                "size=-1",
                "size=",
                "size=1&size=2",
                "limit=1",
                "pageToken=../../x",
                "size=99999999999",
                "&",
                "pageToken=t1&pageToken=t1"
            })
    void anythingElseIsRefusedInWords(String query) throws IOException {
        AdminServer.Answer answer = events.answer(query, "application/json");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("want size=N&pageToken=T with N from 1 to 2048");
    }

    @Test
    void anUnknownTokenIsAConflict() throws IOException {
        assertThat(events.answer("pageToken=other", "").status()).isEqualTo(409);
    }
}
