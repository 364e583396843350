package io.koordbridge.koordlet.snapshot;

import io.koordbridge.koordlet.nodeslo.NodeSlo;
import io.koordbridge.koordlet.nodeslo.SuppressSettings;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The NodeSLO that strategies follow. The manager makes one that is deleted anew; one that stays away ends what it asked for.
 *
 * @param present the object as it is now; empty while absent
 * @param suppress settings of suppression that hold for what was taken, also while the object is away
 * @param known whether it is known if there is an object, or was waited for long enough
 * @param missingSince when its absence was seen first, null otherwise
 * @param gone whether it has been away for so long that none is about to be created
 */
@PureCore
public record SloInForce(
        Optional<NodeSlo> present,
        Optional<SuppressSettings> suppress,
        boolean known,
        @Nullable Instant missingSince,
        boolean gone) {

    public static final SloInForce UNKNOWN = new SloInForce(Optional.empty(), Optional.empty(), false, null, false);

    private static final Duration GONE_AFTER = Duration.ofMinutes(5);

    /**
     * What holds after a look at the cluster.
     *
     * @param listed whether it is known if there is an object
     * @param waited whether strategies that need to know it go on without
     * @param mayGo whether an object that stays away ends what it asked for
     */
    public SloInForce next(Optional<NodeSlo> seen, boolean listed, boolean waited, boolean mayGo, Instant now) {
        Optional<SuppressSettings> settings = seen.flatMap(NodeSlo::suppress).or(() -> suppress);
        if (seen.isPresent() || !listed) {
            return new SloInForce(seen, settings, listed || waited || seen.isPresent(), null, false);
        }
        Instant since = Objects.requireNonNullElse(missingSince, now);
        boolean away = mayGo && !since.plus(GONE_AFTER).isAfter(now);
        return new SloInForce(seen, away ? Optional.empty() : settings, true, since, away);
    }

    /** Settings of suppression while there is an object that names them. */
    public Optional<SuppressSettings> suppressNow() {
        return present.isPresent() ? suppress : Optional.empty();
    }
}
