package io.koordbridge.koordlet.collect;

import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Usage of the rest of the node, neither pod nor application; specification section 7, system. */
@PureCore
public final class SystemUsage {

    private SystemUsage() {}

    /** A usage and when it was measured. */
    public record Measured(Usage usage, Instant at) {}

    /** The rest; empty as soon as one input is missing or older than {@code outdated}. */
    public static Optional<Usage> of(
            Optional<Measured> node,
            Optional<Measured> pods,
            Optional<Measured> applications,
            Instant now,
            Duration outdated) {
        Instant oldest = now.minus(outdated);
        if (!isFresh(node, oldest) || !isFresh(pods, oldest) || !isFresh(applications, oldest)) {
            return Optional.empty();
        }
        Usage all = node.get().usage();
        Usage known = pods.get().usage();
        Usage others = applications.get().usage();
        return Optional.of(new Usage(
                Math.max(0, all.cores() - known.cores() - others.cores()),
                Math.max(0, all.memoryBytes() - known.memoryBytes() - others.memoryBytes())));
    }

    private static boolean isFresh(Optional<Measured> input, Instant oldest) {
        return input.isPresent() && !input.get().at().isBefore(oldest);
    }
}
