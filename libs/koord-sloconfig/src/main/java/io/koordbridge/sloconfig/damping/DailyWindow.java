package io.koordbridge.sloconfig.damping;

import io.koordbridge.protocol.PureCore;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A time of day with thresholds of its own. It belongs to the day on which it opens, so a window from 22:00 to 06:00 on Friday
 * closes on Saturday; equal ends mean 24 hours.
 *
 * @param days days on which it opens
 * @param to closes then, exclusive
 */
@PureCore
public record DailyWindow(
        String name, ZoneId zone, Set<DayOfWeek> days, LocalTime from, LocalTime to, Thresholds thresholds) {

    /** Thresholds of the strategy that hold while the window is open; null leaves the strategy's. */
    public record Thresholds(
            @Nullable Long cpuReclaimThresholdPercent,
            @Nullable Long memoryReclaimThresholdPercent,
            @Nullable Long midCPUThresholdPercent,
            @Nullable Long midMemoryThresholdPercent,
            @Nullable Long midUnallocatedPercent) {

        /** Leaves all of the strategy's. */
        public static final Thresholds NONE = new Thresholds(null, null, null, null, null);
    }

    /** Days ahead in which an end is found, whatever the days are. */
    private static final int DAYS_AHEAD = 8;

    public DailyWindow {
        days = Set.copyOf(days);
    }

    /** Whether it is open. */
    public boolean open(Instant now) {
        LocalDate today = LocalDate.ofInstant(now, zone);
        return Stream.of(today.minusDays(1), today)
                .filter(this::opensOn)
                .anyMatch(day -> !now.isBefore(opens(day)) && now.isBefore(closes(day)));
    }

    /** When it opens or closes next. */
    public Optional<Instant> nextChange(Instant now) {
        LocalDate today = LocalDate.ofInstant(now, zone);
        return LongStream.rangeClosed(-1, DAYS_AHEAD)
                .mapToObj(today::plusDays)
                .filter(this::opensOn)
                .flatMap(day -> Stream.of(opens(day), closes(day)))
                .filter(end -> end.isAfter(now))
                .min(Instant::compareTo);
    }

    private boolean opensOn(LocalDate day) {
        return days.contains(day.getDayOfWeek());
    }

    private Instant opens(LocalDate day) {
        return day.atTime(from).atZone(zone).toInstant();
    }

    private Instant closes(LocalDate day) {
        LocalDate last = to.isAfter(from) ? day : day.plusDays(1);
        return last.atTime(to).atZone(zone).toInstant();
    }
}
