package io.koordbridge.api.document.scheduling;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The annotation {@link Annotations#POD_REPLACE_RESOURCES} of a pod: {@code a:b,c:} counts a under the name b, and c not at all. Writer:
 * whoever makes the pod.
 *
 * <table>
 * <caption>Readings and effects</caption>
 * <tr><th>input</th><th>value</th><th>problem</th><th>quota admission of koord-manager</th></tr>
 * <tr><td>no annotation, or one that is too long</td><td>no rules</td><td>none</td><td>counts what the pod requests</td></tr>
 * <tr><td>{@code a:b}, blanks around names</td><td>a to b</td><td>none</td><td>counts a under b, unless the pod has b as well</td></tr>
 * <tr><td>{@code a:}</td><td>a to nothing</td><td>none</td><td>does not count a</td></tr>
 * <tr><td>several rules of one name</td><td>the last</td><td>none</td><td>the last holds</td></tr>
 * <tr><td>a rule without a colon or without a name before it; an empty rule is none</td><td>without it</td><td>the rule</td><td>counts
 *     as without it</td></tr>
 * <tr><td>a name that the pod does not request</td><td>as it is</td><td>none</td><td>no effect</td></tr>
 * </table>
 *
 * @param names new name by old name, empty for one that does not count
 */
@PureCore
public record ReplacedResources(Map<String, String> names) {

    /** Further ones add nothing for the reader of a message. */
    private static final int MOST_PROBLEMS = 8;

    public ReplacedResources {
        names = Collections.unmodifiableMap(new TreeMap<>(names));
    }

    /** Reads the annotation of a pod; there is always a value. */
    public static Decoded<ReplacedResources> read(HasMetadata pod) {
        String text =
                AnnotationCodec.text(pod, Annotations.POD_REPLACE_RESOURCES).orElse("");
        Map<String, String> names = new TreeMap<>();
        List<WireProblem> problems = new ArrayList<>();
        for (String rule : text.split(",", -1)) {
            int colon = rule.indexOf(':');
            if (colon > 0) {
                names.put(
                        rule.substring(0, colon).trim(),
                        rule.substring(colon + 1).trim());
            } else if (!rule.isBlank() && problems.size() < MOST_PROBLEMS) {
                problems.add(new WireProblem(Annotations.POD_REPLACE_RESOURCES, "", rule, "NAME:NAME or NAME:"));
            }
        }
        return new Decoded<>(new ReplacedResources(names), problems);
    }
}
