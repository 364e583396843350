package io.koordbridge.sloconfig.damping;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;
import io.koordbridge.sloconfig.damping.DailyWindow.Thresholds;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one window of a schedule. */
@PureCore
final class WindowParser {

    private static final Pattern TIME = Pattern.compile("([01]\\d|2[0-3]):([0-5]\\d)|(24:00)");
    private static final int SHORT_DAY = 3;
    private static final List<String> THRESHOLDS = List.of(
            DampingSchemas.CPU_THRESHOLD,
            DampingSchemas.MEMORY_THRESHOLD,
            DampingSchemas.MID_CPU_THRESHOLD,
            DampingSchemas.MID_MEMORY_THRESHOLD,
            DampingSchemas.MID_UNALLOCATED);

    private final String key;
    private final String path;
    private final Kind kind;
    private final List<Problem> problems = new ArrayList<>();

    WindowParser(String key, String path, Kind kind) {
        this.key = key;
        this.path = path;
        this.kind = kind;
    }

    List<Problem> problems() {
        return problems;
    }

    Optional<DailyWindow> read(JsonNode window, int index) {
        ZoneId zone = zone(window.path(DampingSchemas.TIMEZONE).asText(""));
        Set<DayOfWeek> days = days(window.path(DampingSchemas.DAYS));
        LocalTime from = time(window, DampingSchemas.FROM);
        LocalTime to = time(window, DampingSchemas.TO);
        Thresholds thresholds = new Thresholds(
                whole(window.get(DampingSchemas.CPU_THRESHOLD)),
                whole(window.get(DampingSchemas.MEMORY_THRESHOLD)),
                whole(window.get(DampingSchemas.MID_CPU_THRESHOLD)),
                whole(window.get(DampingSchemas.MID_MEMORY_THRESHOLD)),
                whole(window.get(DampingSchemas.MID_UNALLOCATED)));
        if (thresholds.equals(Thresholds.NONE)) {
            problem("", window.toString(), "at least one of " + String.join(", ", THRESHOLDS));
        }
        if (!problems.isEmpty() || zone == null || from == null || to == null) {
            return Optional.empty();
        }
        String name = window.path(DampingSchemas.NAME).asText("schedule[" + index + "]");
        return Optional.of(new DailyWindow(name, zone, days, from, to, thresholds));
    }

    private @Nullable ZoneId zone(String text) {
        if (text.isEmpty()) {
            return ZoneOffset.UTC;
        }
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            problem(DampingSchemas.TIMEZONE, text, "a time zone such as Europe/Berlin or +02:00");
            return null;
        }
    }

    private Set<DayOfWeek> days(JsonNode list) {
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        for (JsonNode element : list) {
            Optional<DayOfWeek> day = day(element.asText().toUpperCase(Locale.ROOT));
            day.ifPresentOrElse(
                    days::add,
                    () -> problem(DampingSchemas.DAYS, element.asText(), "Mon, Tue, Wed, Thu, Fri, Sat, Sun"));
        }
        return list.isEmpty() ? EnumSet.allOf(DayOfWeek.class) : days;
    }

    private static Optional<DayOfWeek> day(String text) {
        return EnumSet.allOf(DayOfWeek.class).stream()
                .filter(day -> day.name().equals(text)
                        || day.name().substring(0, SHORT_DAY).equals(text))
                .findFirst();
    }

    private @Nullable LocalTime time(JsonNode window, String field) {
        String text = window.path(field).asText("");
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            problem(field, text, "a time of day from 00:00 to 24:00");
            return null;
        }
        return matcher.group(3) == null ? LocalTime.parse(text) : LocalTime.MIDNIGHT;
    }

    private static @Nullable Long whole(@Nullable JsonNode value) {
        return value == null ? null : value.longValue();
    }

    private void problem(String field, String value, String allowed) {
        problems.add(new Problem(key, field.isEmpty() ? path : path + "." + field, value, allowed, 0, kind));
    }
}
