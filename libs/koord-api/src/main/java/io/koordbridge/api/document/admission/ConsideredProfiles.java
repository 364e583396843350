package io.koordbridge.api.document.admission;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ClusterColocationProfiles that a call of the pod webhook considered, for a second call in the same admission: that one draws no lots
 * again and applies no profile again. Text: the time and the names, such as {@code 2026-11-28T12:00:00Z canary spark}.
 *
 * <table>
 * <caption>Annotation {@value Annotations#POD_CONSIDERED_PROFILES}; any user may write it, into an own pod</caption>
 * <tr><th>input</th><th>value</th><th>problem</th><th>koord-manager</th></tr>
 * <tr><td>absent</td><td>none</td><td>no</td><td>a first call</td></tr>
 * <tr><td>the first word is not a time</td><td>none</td><td>yes</td><td>a first call</td></tr>
 * <tr><td>older than {@link #VALID}, or as far in the future</td><td>as it says</td><td>no</td><td>a first call: copied from another pod</td></tr>
 * <tr><td>in a pod that the first call did not mark</td><td>as it says</td><td>no</td><td>a first call: by the author</td></tr>
 * <tr><td>a name that no profile has</td><td>as it says</td><td>no</td><td>leaves it out</td></tr>
 * </table>
 *
 * @param at time of the call
 * @param names of the profiles that matched, whether or not the lot chose them
 */
@PureCore
public record ConsideredProfiles(Instant at, List<String> names) {

    /** Longer than any admission, and than clocks of replicas differ. */
    public static final Duration VALID = Duration.ofMinutes(2);

    private static final String ALLOWED = "a time such as 2026-11-28T12:00:00Z and names of profiles";

    public ConsideredProfiles {
        names = List.copyOf(names);
    }

    /** Reads the annotation. */
    public static Decoded<ConsideredProfiles> of(@Nullable String text) {
        if (text == null) {
            return Decoded.absent();
        }
        List<String> words = List.of(text.split(" ", -1));
        try {
            return Decoded.of(new ConsideredProfiles(Instant.parse(words.get(0)), words.subList(1, words.size())));
        } catch (DateTimeException e) {
            return Decoded.unreadable(new WireProblem(Annotations.POD_CONSIDERED_PROFILES, "", text, ALLOWED));
        }
    }

    /** Whether that call may belong to the same admission as one at this time. */
    public boolean isRecent(Instant now) {
        return Duration.between(at, now).abs().compareTo(VALID) <= 0;
    }

    /** The text of the annotation. */
    public String text() {
        return at + (names.isEmpty() ? "" : " " + String.join(" ", names));
    }
}
