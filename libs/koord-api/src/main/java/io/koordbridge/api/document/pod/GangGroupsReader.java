package io.koordbridge.api.document.pod;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Annotation groups of Pods and PodGroups: gangs that are placed together, a wish of their owners.
 *
 * <pre>
 * input                                   | value           | problem
 * ----------------------------------------+-----------------+--------------------------
 * absent, empty, JSON null                | absent          | -
 * a list of texts                         | these, in order | -
 * an empty list                           | no gang         | -
 * null entries                            | left out        | -
 * a name twice                            | as written      | -
 * no JSON, wrong type, a number for a     | unreadable      | the whole text
 *   text, above 16,384 characters         |                 |
 * more than 100 gangs                     | unreadable      | their number
 * </pre>
 *
 * <p>The <b>scheduler</b>: without a readable group of at least one gang, the gang is its own group; each problem is an event of the Pod or
 * PodGroup. Other processes do not read it.
 */
@PureCore
public final class GangGroupsReader {

    /** A group of more gangs is not read, because it is looked at for each of its pods. */
    public static final int MOST_GANGS = 100;

    private static final String KEY = Annotations.GANG_GROUPS;
    private static final String ALLOWED =
            "a JSON array of at most " + MOST_GANGS + " texts such as [\"jobs/a\",\"jobs/b\"]";

    private GangGroupsReader() {}

    /**
     * Ids of the gangs, each namespace and name.
     *
     * @param text null when absent
     */
    public static Decoded<List<String>> read(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return Decoded.absent();
        }
        if (text.length() > AnnotationCodec.LONGEST) {
            return Decoded.unreadable(new WireProblem(KEY, "", text, ALLOWED));
        }
        Decoded<List<String>> gangs =
                JsonDocument.of(text, KEY, String[].class, ALLOWED).map(List::of);
        int count = gangs.map(List::size).orElse(0);
        return count <= MOST_GANGS ? gangs : Decoded.unreadable(new WireProblem(KEY, "", count + " gangs", ALLOWED));
    }
}
