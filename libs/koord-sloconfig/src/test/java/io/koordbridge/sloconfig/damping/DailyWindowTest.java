package io.koordbridge.sloconfig.damping;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.sloconfig.damping.DailyWindow.Thresholds;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DailyWindowTest {

    private static final Thresholds ANY = new Thresholds(80L, null, null, null, null);

    /** Friday evening to Saturday morning in Berlin, where summer time ends on 2026-10-25 at 01:00 UTC. */
    private static final DailyWindow NIGHT =
            window("Europe/Berlin", EnumSet.of(DayOfWeek.FRIDAY, DayOfWeek.SATURDAY), "22:00", "06:00");

    @ParameterizedTest
    @CsvSource({
        "2026-10-23T19:59:59Z, false, 2026-10-23T20:00:00Z",
        "2026-10-23T20:00:00Z, true, 2026-10-24T04:00:00Z",
        "2026-10-24T03:59:59Z, true, 2026-10-24T04:00:00Z",
        "2026-10-24T04:00:00Z, false, 2026-10-24T20:00:00Z",
        "2026-10-25T04:30:00Z, true, 2026-10-25T05:00:00Z",
        "2026-10-25T05:00:00Z, false, 2026-10-30T21:00:00Z",
        "2026-10-25T21:30:00Z, false, 2026-10-30T21:00:00Z",
    })
    void belongsToTheDayOnWhichItOpensInItsOwnTimeZone(Instant now, boolean open, Instant next) {
        assertThat(NIGHT.open(now)).isEqualTo(open);
        assertThat(NIGHT.nextChange(now)).contains(next);
    }

    @ParameterizedTest
    @CsvSource({"2026-03-04T00:00:00Z, true", "2026-03-04T23:59:59Z, true", "2026-03-05T00:00:00Z, false"})
    void equalEndsMeanTheWholeDay(Instant now, boolean open) {
        DailyWindow wednesday = window("UTC", EnumSet.of(DayOfWeek.WEDNESDAY), "00:00", "00:00");

        assertThat(wednesday.open(now)).isEqualTo(open);
    }

    @Property
    void nothingChangesBeforeTheNextChange(
            @ForAll @LongRange(min = 1_750_000_000L, max = 1_850_000_000L) long epochSecond,
            @ForAll @IntRange(max = 1439) int fromMinute,
            @ForAll @IntRange(max = 1439) int toMinute,
            @ForAll DayOfWeek day,
            @ForAll @IntRange(max = 1000) int permille) {
        DailyWindow window = new DailyWindow(
                "w",
                ZoneId.of("America/New_York"),
                Set.of(day, day.plus(2)),
                LocalTime.ofSecondOfDay(fromMinute * 60L),
                LocalTime.ofSecondOfDay(toMinute * 60L),
                ANY);
        Instant now = Instant.ofEpochSecond(epochSecond);

        Instant next = window.nextChange(now).orElseThrow();
        Instant between = now.plusSeconds((next.getEpochSecond() - 1 - epochSecond) * permille / 1000);

        assertThat(window.open(between)).isEqualTo(window.open(now));
        assertThat(next).isAfter(now);
    }

    private static DailyWindow window(String zone, Set<DayOfWeek> days, String from, String to) {
        return new DailyWindow("w", ZoneId.of(zone), days, LocalTime.parse(from), LocalTime.parse(to), ANY);
    }
}
