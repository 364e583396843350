package io.koordbridge.colo.apps;

import io.koordbridge.answers.AppsAnswer.App;
import io.koordbridge.colo.table.Amounts;
import io.koordbridge.colo.table.PlainText;
import io.koordbridge.colo.table.TextTable;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Applications as text. Users name them: names are escaped and cut. */
@PureCore
final class AppTable {
    private static final int NAME = 40;
    private static final int SHORT = 30;
    private static final int DIAGNOSTICS = 300;

    private static final List<String> HEADER = List.of(
            "APPLICATION",
            "NAME",
            "USER",
            "QUEUE",
            "STATE",
            "AGE",
            "MASTER",
            "CONTAINERS",
            "PREEMPTED",
            "MASTERS-LOST",
            "CORE-SECONDS",
            "GIB-SECONDS");

    private static final List<String> WIDE = Stream.concat(
                    HEADER.stream(),
                    Stream.of("CLUSTER", "TYPE", "FINAL", "VCORE-SECONDS", "MB-SECONDS", "DIAGNOSTICS"))
            .toList();

    private AppTable() {}

    static String of(List<App> apps, boolean wide, Instant now) {
        return wide
                ? TextTable.of(WIDE, apps.stream().map(app -> wide(app, now)).toList())
                : TextTable.of(HEADER, apps.stream().map(app -> row(app, now)).toList());
    }

    private static List<String> row(App app, Instant now) {
        return List.of(
                text(app.id(), NAME),
                text(app.name(), NAME),
                text(app.user(), SHORT),
                text(app.queue(), SHORT),
                text(app.progress().state(), SHORT),
                age(app.progress().started(), now),
                text(app.progress().masterHost(), NAME),
                Amounts.count(app.containers().running()),
                Amounts.count(app.containers().preempted()),
                Amounts.count(app.containers().preemptedMasters()),
                whole(app.work().coreSeconds()),
                whole(app.work().gibSeconds()));
    }

    private static List<String> wide(App app, Instant now) {
        return Stream.concat(
                        row(app, now).stream(),
                        Stream.of(
                                text(app.cluster(), SHORT),
                                text(app.type(), SHORT),
                                text(app.progress().finalStatus(), SHORT),
                                Amounts.count(app.work().vcoreSeconds()),
                                Amounts.count(app.work().memoryMbSeconds()),
                                text(app.diagnostics(), DIAGNOSTICS)))
                .toList();
    }

    private static String text(@Nullable String text, int most) {
        return text == null || text.isBlank() ? Amounts.UNKNOWN : PlainText.of(text.replaceAll("\\s+", " "), most);
    }

    private static String age(@Nullable Instant time, Instant now) {
        return time == null
                ? Amounts.UNKNOWN
                : Amounts.age(BigDecimal.valueOf(
                        Math.max(0, Duration.between(time, now).toMillis()), 3));
    }

    private static String whole(@Nullable BigDecimal amount) {
        return amount == null
                ? Amounts.UNKNOWN
                : amount.setScale(0, RoundingMode.HALF_UP).toPlainString();
    }
}
