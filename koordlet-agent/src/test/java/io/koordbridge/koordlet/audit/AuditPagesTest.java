package io.koordbridge.koordlet.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditPagesTest {

    private static final Duration IDLE = Duration.ofMinutes(10);

    @TempDir
    private Path temp;

    private final ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final AtomicInteger tokens = new AtomicInteger();
    private AuditPages pages;

    private AuditPages pages() {
        if (pages == null) {
            pages = new AuditPages(temp, clock, () -> "t" + tokens.incrementAndGet());
        }
        return pages;
    }

    @AfterEach
    void close() throws IOException {
        pages().close();
    }

    private AuditLog log(int maxBytes) {
        return new AuditLog(new AuditFile(temp, maxBytes)::append, clock);
    }

    private static void write(AuditLog log, int from, int to) {
        IntStream.range(from, to).forEach(i -> log.written(Path.of("/cg/" + i), null, String.valueOf(i), "test", null));
    }

    private static List<Integer> numbers(AuditPages.Page page) {
        return page.events().stream().map(event -> event.path("after").asInt()).toList();
    }

    private List<Integer> all(int size) throws Exception {
        List<Integer> found = new ArrayList<>();
        Optional<String> token = Optional.empty();
        do {
            AuditPages.Page page = pages().read(size, token);
            assertThat(page.events().size()).isLessThanOrEqualTo(size);
            found.addAll(numbers(page));
            token = page.next();
        } while (token.isPresent());
        return found;
    }

    private static List<Integer> downFrom(int last, int count) {
        List<Integer> numbers = new ArrayList<>(
                IntStream.rangeClosed(last - count + 1, last).boxed().toList());
        Collections.reverse(numbers);
        return numbers;
    }

    @Test
    void everyEventComesOnceTheNewestFirst() throws Exception {
        write(log(1 << 20), 0, 3000);

        assertThat(all(7)).isEqualTo(downFrom(2999, 3000));
        assertThat(all(2048)).isEqualTo(downFrom(2999, 3000));
    }

    @Test
    void bothFilesAreRead() throws Exception {
        write(log(40_000), 0, 1000);
        assertThat(temp.resolve("audit.log.1")).exists();

        List<Integer> found = all(100);

        assertThat(found).hasSizeGreaterThan(200).isEqualTo(downFrom(999, found.size()));
    }

    @Test
    void aReaderSeesTheRecordAsItWasWhenItBegan() throws Exception {
        AuditLog log = log(40_000);
        write(log, 0, 150);
        AuditPages.Page first = pages().read(100, Optional.empty());

        write(log, 150, 1000);
        AuditPages.Page second = pages().read(100, first.next());

        assertThat(numbers(first)).isEqualTo(downFrom(149, 100));
        assertThat(numbers(second)).isEqualTo(downFrom(49, 50));
        assertThat(second.next()).isEmpty();
    }

    @Test
    void anEmptyRecordIsTheEndAtOnce() throws Exception {
        assertThat(pages().read(5, Optional.empty())).isEqualTo(new AuditPages.Page(Optional.empty(), List.of()));
        Files.createFile(temp.resolve("audit.log"));
        assertThat(pages().read(5, Optional.empty()).events()).isEmpty();
    }

    @Test
    void linesThatAreNoEventsAreLeftOut() throws Exception {
        write(log(1 << 20), 0, 2);
        String odd = "{cut\n\n[1]\n\"" + "x".repeat(3 * BackwardLines.BLOCK) + "\"\n{\"after\":\"2\"}\n{\"after\":\"3";
        Files.writeString(temp.resolve("audit.log"), odd, StandardOpenOption.APPEND);

        assertThat(all(10)).containsExactly(2, 1, 0);
    }

    @Test
    void aFifthReaderTakesThePlaceOfTheFirst() throws Exception {
        write(log(1 << 20), 0, 10);
        for (int i = 0; i <= AuditPages.READERS; i++) {
            assertThat(pages().read(2, Optional.empty()).next()).contains("t" + (i + 1));
        }

        assertThatThrownBy(() -> pages().read(2, Optional.of("t1")))
                .isInstanceOf(AuditPages.UnknownTokenException.class)
                .hasMessage("pageToken 't1': no such reader, or it was closed: begin without a token");
        assertThat(numbers(pages().read(2, Optional.of("t2")))).containsExactly(7, 6);
    }

    @Test
    void aReaderThatWaitsForTenMinutesIsClosed() throws Exception {
        write(log(1 << 20), 0, 10);
        var unused = pages().read(2, Optional.empty());
        clock.advance(IDLE);
        assertThat(numbers(pages().read(2, Optional.of("t1")))).containsExactly(7, 6);

        clock.advance(IDLE.plusSeconds(1));
        pages().closeIdle();

        assertThatThrownBy(() -> pages().read(2, Optional.of("t1")))
                .isInstanceOf(AuditPages.UnknownTokenException.class);
    }

    @Test
    void theEndClosesTheReader() throws Exception {
        write(log(1 << 20), 0, 3);
        AuditPages.Page page = pages().read(3, Optional.empty());
        assertThat(page.next()).contains("t1");
        assertThat(pages().read(3, page.next()).events()).isEmpty();

        assertThatThrownBy(() -> pages().read(3, Optional.of("t1")))
                .isInstanceOf(AuditPages.UnknownTokenException.class);
    }

    @Test
    void aPageOfFewEventsAndManyBytesEndsEarly() throws Exception {
        Files.writeString(temp.resolve("audit.log"), ("y".repeat(1000) + "\n").repeat(1500));

        AuditPages.Page page = pages().read(2048, Optional.empty());

        assertThat(page.events()).isEmpty();
        assertThat(page.next()).isPresent();
        assertThat(pages().read(2048, page.next()).next()).isEmpty();
    }

    @Test
    void evictedPodsAreEventsOfTheirOwnForm() throws Exception {
        log(1 << 20).evicted("jobs", "one", "by feature BEMemoryEvict");

        assertThat(pages().read(1, Optional.empty()).events())
                .extracting(JsonNode::toString)
                .containsExactly("{\"createdAt\":\"2026-01-01T00:00:00Z\",\"type\":\"pod\",\"namespace\":\"jobs\","
                        + "\"name\":\"one\",\"reason\":\"evicted\",\"message\":\"by feature BEMemoryEvict\"}");
    }
}
