package io.koordbridge.koordlet.nodenote;

import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnNodeManager.Placement;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The annotation of the Node about its NodeManager, and when it changes. A change of only masters or strangers is written once in {@link #QUIET}; any
 * other change, and an answer, at once. The last placement that the plugin reported stays while it reports none, for the same NodeManager.
 *
 * @param said value of the annotation, null without one
 * @param word the plugin's newest, null while there is none
 * @param known name and placement, also while there is no annotation; null before the first
 * @param quietUntil when masters and strangers may change it again
 */
@PureCore
record NodeManagerNote(
        @Nullable YarnNodeManager said,
        @Nullable NodeManagerWord word,
        @Nullable YarnNodeManager known,
        @Nullable Instant quietUntil) {

    static final Duration QUIET = Duration.ofSeconds(30);

    /** At a start: what an earlier process wrote, null for nothing, holds until the plugin answers. */
    static NodeManagerNote after(@Nullable YarnNodeManager written) {
        return new NodeManagerNote(written, null, written, null);
    }

    /**
     * What is known now.
     *
     * @param told capacity from the ResourceManager, null without a file
     * @param word of the plugin, null while there is none
     * @param looked whether it is known if there is one
     */
    record Seen(@Nullable YarnResource told, @Nullable NodeManagerWord word, boolean looked) {}

    /** The question that it answers, null for none. */
    @Nullable
    String answered() {
        return said == null ? null : said.answers();
    }

    /**
     * After a look.
     *
     * @param now by a clock that goes on as time passes
     * @param timeOfDay for people
     */
    NodeManagerNote next(Seen seen, Instant now, Instant timeOfDay) {
        NodeManagerWord newest = newest(seen.word());
        YarnNodeManager wanted = wanted(seen, newest);
        if (wanted == null) {
            return new NodeManagerNote(null, newest, known, null);
        }
        YarnNodeManager before = said;
        if (before != null) {
            boolean waits = quietUntil != null && now.isBefore(quietUntil);
            boolean same = waits
                    ? besidesNumbers(before).equals(besidesNumbers(wanted))
                    : timeless(before).equals(wanted);
            if (same) {
                return new NodeManagerNote(before, newest, wanted, quietUntil);
            }
        }
        boolean numbers = before == null
                || !Objects.equals(before.masters(), wanted.masters())
                || !Objects.equals(before.strangers(), wanted.strangers());
        String time = timeOfDay.truncatedTo(ChronoUnit.SECONDS).toString();
        return new NodeManagerNote(
                with(wanted, wanted.masters(), wanted.strangers(), time),
                newest,
                wanted,
                numbers ? now.plus(QUIET) : quietUntil);
    }

    /** A round that began before an answer says less. */
    private @Nullable NodeManagerWord newest(@Nullable NodeManagerWord heard) {
        return heard == null || word == null || !word.at().isAfter(heard.at()) ? heard : word;
    }

    /** Null for no annotation; without a time. */
    private @Nullable YarnNodeManager wanted(Seen seen, @Nullable NodeManagerWord newest) {
        if (newest != null) {
            return of(newest, seen.told());
        }
        if (!seen.looked()) {
            return unchangedBut(seen.told());
        }
        return seen.told() == null || known == null ? unnamed(seen.told()) : alone(known, seen.told());
    }

    private YarnNodeManager of(NodeManagerWord newest, @Nullable YarnResource told) {
        YarnNodeManager last = known;
        // One that starts has no name yet; it is the one that was there.
        String name = newest.nodeId() == null && last != null ? last.nodeId() : newest.nodeId();
        YarnNodeManager same = last != null && name != null && name.equals(last.nodeId()) ? last : null;
        boolean answersStay = newest.answers() == null && same != null && newest.masters() != null;
        return new YarnNodeManager(
                name,
                newest.clusterId() == null && same != null ? same.clusterId() : newest.clusterId(),
                told,
                newest.masters(),
                placement(newest.confirmed(), same == null ? null : same.placement()),
                newest.strangers(),
                answersStay ? answered() : newest.answers(),
                null);
    }

    private static Placement placement(@Nullable Boolean confirmed, @Nullable Placement before) {
        if (confirmed == null) {
            return Objects.requireNonNullElse(before, Placement.UNCONFIRMED);
        }
        return confirmed ? Placement.CONFIRMED : Placement.ELSEWHERE;
    }

    /** The plugin is to be found yet: an earlier process knew it. */
    private @Nullable YarnNodeManager unchangedBut(@Nullable YarnResource told) {
        if (said == null) {
            return unnamed(told);
        }
        return new YarnNodeManager(
                said.nodeId(),
                said.clusterId(),
                told == null ? said.capacity() : told,
                said.masters(),
                said.placement(),
                said.strangers(),
                said.answers(),
                null);
    }

    private static @Nullable YarnNodeManager unnamed(@Nullable YarnResource told) {
        return told == null ? null : YarnNodeManager.of(null, told, null);
    }

    /** Without the plugin: what masters hold is unknown, the name and the placement of remaining containers are known. */
    private static YarnNodeManager alone(YarnNodeManager known, YarnResource told) {
        return new YarnNodeManager(known.nodeId(), known.clusterId(), told, null, known.placement(), null, null, null);
    }

    private static YarnNodeManager timeless(YarnNodeManager one) {
        return with(one, one.masters(), one.strangers(), null);
    }

    private static YarnNodeManager besidesNumbers(YarnNodeManager one) {
        return with(one, null, null, null);
    }

    private static YarnNodeManager with(
            YarnNodeManager one, @Nullable YarnResource masters, @Nullable Boolean strangers, @Nullable String time) {
        return new YarnNodeManager(
                one.nodeId(),
                one.clusterId(),
                one.capacity(),
                masters,
                one.placement(),
                strangers,
                one.answers(),
                time);
    }
}
