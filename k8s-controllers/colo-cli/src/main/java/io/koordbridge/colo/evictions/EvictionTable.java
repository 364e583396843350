package io.koordbridge.colo.evictions;

import io.koordbridge.colo.evictions.Eviction.Freed;
import io.koordbridge.colo.table.Amounts;
import io.koordbridge.colo.table.PlainText;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Evictions as text. */
@PureCore
final class EvictionTable {
    private static final int REASON = 60;
    private static final int DETAIL = 300;
    private static final List<String> HEADER = List.of("AGE", "NODE", "KIND", "NAME", "OWNER", "REASON", "FREED");
    private static final List<String> WIDE =
            Stream.concat(HEADER.stream(), Stream.of("TIME", "BY", "DETAIL")).toList();

    private EvictionTable() {}

    static String of(List<Eviction> evictions, boolean wide, Instant now) {
        return wide
                ? TextTable.of(
                        WIDE, evictions.stream().map(one -> wide(one, now)).toList())
                : TextTable.of(
                        HEADER, evictions.stream().map(one -> row(one, now)).toList());
    }

    private static List<String> row(Eviction one, Instant now) {
        return List.of(
                age(one.time(), now),
                text(one.node()),
                one.kind(),
                one.name(),
                text(one.owner()),
                PlainText.of(one.reason(), REASON),
                freed(one.freed()));
    }

    private static List<String> wide(Eviction one, Instant now) {
        String detail = one.detail();
        return Stream.concat(
                        row(one, now).stream(),
                        Stream.of(
                                one.time() == null
                                        ? Amounts.UNKNOWN
                                        : one.time().toString(),
                                one.by(),
                                detail == null
                                        ? Amounts.UNKNOWN
                                        : PlainText.of(text(detail.replaceAll("\\s+", " ")), DETAIL)))
                .toList();
    }

    private static String freed(@Nullable Freed freed) {
        return freed == null
                ? Amounts.UNKNOWN
                : Amounts.pair(Amounts.cores(freed.cpuMilli()), Amounts.bytes(freed.memoryBytes()));
    }

    private static String text(@Nullable String text) {
        return text == null || text.isBlank() ? Amounts.UNKNOWN : text;
    }

    private static String age(@Nullable Instant time, Instant now) {
        return time == null
                ? Amounts.UNKNOWN
                : Amounts.age(BigDecimal.valueOf(
                        Math.max(0, Duration.between(time, now).toMillis()), 3));
    }
}
