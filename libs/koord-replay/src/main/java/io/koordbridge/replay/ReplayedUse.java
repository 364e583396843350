package io.koordbridge.replay;

import io.koordbridge.api.document.node.OnlineUse;
import io.koordbridge.api.document.node.OnlineUse.Window;
import io.koordbridge.capacity.onlineuse.UsageLevels;
import io.koordbridge.policy.online.OnlineNote;
import io.koordbridge.policy.report.SurgePolicy.Due;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The annotation that the agent of a replayed node writes beside its reports: percentiles and the forecast, when they say something new. */
final class ReplayedUse {

    /** The window that the agent adds to those of the reports; nothing is written before it is known. */
    private final List<UseWindow> windows = Stream.of(
                    Duration.ofMinutes(5), Duration.ofMinutes(10), OnlineNote.WINDOW, Duration.ofMinutes(30))
            .map(UseWindow::new)
            .toList();

    private final boolean asked;
    private final OnlineNote.Capacity capacity;
    private final ReplayedDays days;
    private OnlineNote note = OnlineNote.NOTHING;
    private UsageLevels said = UsageLevels.NONE;

    /**
     * That of a node.
     *
     * @param asked whether anything looks at it
     */
    ReplayedUse(NodeSize size, boolean asked) {
        this.asked = asked;
        this.capacity = new OnlineNote.Capacity(size.milliCpu(), size.bytes());
        this.days = new ReplayedDays(size);
    }

    /** One more sample. */
    void see(TraceSamples samples) {
        if (asked) {
            days.see(samples);
        }
    }

    /** What it says once a report was made. */
    UsageLevels beside(Due report, TraceSamples samples) {
        // A report of a jump waits for no other request.
        if (asked && report != Due.JUMP) {
            OnlineUse wanted = wanted(samples);
            OnlineNote.Step step = note.next(wanted, capacity, samples.now());
            note = note.after(step, wanted, samples.now());
            if (step != OnlineNote.Step.KEEP) {
                said = note.said() == null ? UsageLevels.NONE : new UsageLevels(note.said(), List.of(), List.of());
            }
        }
        return said;
    }

    private @Nullable OnlineUse wanted(TraceSamples samples) {
        List<Window> known = windows.stream()
                .map(window -> window.at(samples))
                .flatMap(Optional::stream)
                .toList();
        return known.stream().map(Window::length).anyMatch(OnlineNote.WINDOW::equals)
                ? new OnlineUse(samples.now(), known, days.peak(samples.now()).orElse(null))
                : null;
    }
}
