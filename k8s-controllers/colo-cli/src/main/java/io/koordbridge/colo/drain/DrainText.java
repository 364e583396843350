package io.koordbridge.colo.drain;

import io.koordbridge.answers.NodesAnswer.Drain;
import io.koordbridge.answers.NodesAnswer.Master;
import io.koordbridge.colo.terminal.Span;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What people read of a drain. */
@PureCore
final class DrainText {

    private DrainText() {}

    /** Without the time that is left, which changes always. */
    static String state(Drain drain) {
        String left = drain.containers() + (drain.containers() == 1 ? " container left" : " containers left");
        return drain.masters().isEmpty()
                ? drain.state() + ": " + left
                : drain.state() + ": " + left + ", " + masters(drain.masters());
    }

    /** The time that is left by the clock of the operator; empty where it is not known. */
    static String left(Drain drain, @Nullable Instant now) {
        return now == null || drain.deadline() == null
                ? ""
                : ", " + Span.text(Duration.between(now, drain.deadline())) + " of its time left";
    }

    /** Whose masters hold a drain. */
    static String masters(List<Master> masters) {
        return (masters.size() == 1 ? "master of " : "masters of ")
                + masters.stream()
                        .map(each -> each.application() + " (" + each.container() + ")")
                        .collect(Collectors.joining(", "));
    }
}
