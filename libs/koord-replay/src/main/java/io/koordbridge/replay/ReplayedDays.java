package io.koordbridge.replay;

import io.koordbridge.api.document.node.OnlineUse.Forecast;
import io.koordbridge.policy.forecast.DayNote;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the agent of a replayed node learns by the time of day. */
final class ReplayedDays {

    /** What agents say without configuration. */
    private final DayNote.Size size;

    private DayNote learned = DayNote.NOTHING;
    private @Nullable Instant roundAt;

    ReplayedDays(NodeSize size) {
        this.size = new DayNote.Size(size.milliCpu(), size.bytes());
    }

    /** One more sample of the trace; the last minute is learnt when one has passed. */
    void see(TraceSamples samples) {
        Instant now = samples.now();
        Instant before = roundAt;
        if (before == null) {
            roundAt = now;
        } else if (!now.isBefore(before.plus(DayNote.WINDOW))) {
            roundAt = now;
            // Memory that is not known is taken to be in use.
            learned = learned.with(
                    now,
                    samples.milliCpu(DayNote.WINDOW).percentile(DayNote.SAMPLE).orElse(0),
                    samples.bytes(DayNote.WINDOW).percentile(DayNote.SAMPLE).orElse((double) size.bytes()),
                    size);
        }
    }

    /** What is expected soon. */
    Optional<Forecast> peak(Instant now) {
        return learned.peak(now, DayNote.WITHIN, size);
    }
}
