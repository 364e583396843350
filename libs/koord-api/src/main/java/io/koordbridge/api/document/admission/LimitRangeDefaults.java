package io.koordbridge.api.document.admission;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Requests and limits that the API server took from a LimitRange of the namespace. Its plugin LimitRanger notes them in an annotation of the
 * pod, such as {@code LimitRanger plugin set: cpu, memory request for container main; cpu limit for init container load}.
 *
 * <table>
 * <caption>Annotation {@value Annotations#POD_LIMIT_RANGE_DEFAULTS}; any user may write it, into an own pod</caption>
 * <tr><th>input</th><th>value</th><th>problem</th><th>koord-manager</th></tr>
 * <tr><td>absent</td><td>none</td><td>no</td><td>no amount counts as a default</td></tr>
 * <tr><td>another text</td><td>none</td><td>yes</td><td>no amount counts as a default</td></tr>
 * <tr><td>a part of another form</td><td>the other parts</td><td>yes, for that part</td><td>uses the other parts</td></tr>
 * <tr><td>a container that the pod does not have</td><td>as it says</td><td>no</td><td>never compared with a container</td></tr>
 * </table>
 */
@PureCore
public record LimitRangeDefaults(Set<Amount> amounts) {

    /** None. */
    public static final LimitRangeDefaults NONE = new LimitRangeDefaults(Set.of());

    private static final String BEGIN = "LimitRanger plugin set: ";
    private static final String ALLOWED = "a text that begins with '" + BEGIN.strip() + "'";
    /** Possessive: a list of any length is read in a loop, not by recursion. */
    private static final Pattern PART =
            Pattern.compile("([^ ,;]++(?:, [^ ,;]++)*+) (request|limit) for (init container|container) ([^ ;]++)");

    /** Further ones add nothing for the reader of a message. */
    private static final int MOST_PROBLEMS = 8;

    public LimitRangeDefaults {
        amounts = Set.copyOf(amounts);
    }

    /**
     * One request or limit.
     *
     * @param init whether the container is an init container
     * @param limit whether this is the limit, else the request
     */
    public record Amount(String container, boolean init, boolean limit, String resource) {}

    /** Reads the annotation. */
    public static Decoded<LimitRangeDefaults> of(@Nullable String text) {
        if (text == null) {
            return Decoded.absent();
        }
        if (!text.startsWith(BEGIN)) {
            return Decoded.unreadable(new WireProblem(Annotations.POD_LIMIT_RANGE_DEFAULTS, "", text, ALLOWED));
        }
        Set<Amount> amounts = new HashSet<>();
        List<WireProblem> problems = new ArrayList<>();
        for (String part : text.substring(BEGIN.length()).split("; ", -1)) {
            Matcher matcher = PART.matcher(part);
            if (matcher.matches()) {
                for (String resource : matcher.group(1).split(", ", -1)) {
                    amounts.add(new Amount(
                            matcher.group(4),
                            matcher.group(3).startsWith("init"),
                            matcher.group(2).equals("limit"),
                            resource));
                }
            } else if (problems.size() < MOST_PROBLEMS) {
                problems.add(new WireProblem(
                        Annotations.POD_LIMIT_RANGE_DEFAULTS,
                        "",
                        part,
                        "'cpu, memory request for container NAME' or the like"));
            }
        }
        return new Decoded<>(new LimitRangeDefaults(amounts), problems);
    }
}
