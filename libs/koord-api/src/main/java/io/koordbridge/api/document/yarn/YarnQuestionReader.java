package io.koordbridge.api.document.yarn;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;

/**
 * Reads the annotation {@link Annotations#NODE_YARN_QUESTION} of a Node, a plain text. Writer: yarn-operator, or any client that may patch Nodes.
 *
 * <table>
 * <caption>Readings and effects</caption>
 * <tr><th>input</th><th>value</th><th>problem</th><th>koordlet</th></tr>
 * <tr><td>no annotation</td><td>absent</td><td>none</td><td>nothing is asked</td></tr>
 * <tr><td>1 to 64 printable characters of ASCII</td><td>the text</td><td>none</td><td>asks the plugin, once a second at most, and answers with
 *     the text</td></tr>
 * <tr><td>another text</td><td>none</td><td>the document</td><td>nothing is asked; problem in the log, event</td></tr>
 * </table>
 */
@PureCore
public final class YarnQuestionReader {

    private static final String KEY = Annotations.NODE_YARN_QUESTION;
    private static final int MOST_CHARACTERS = 64;
    private static final char FIRST = ' ';
    private static final char LAST = '~';

    private YarnQuestionReader() {}

    /** Reads the annotation of a Node. */
    public static Decoded<String> read(HasMetadata node) {
        String text = AnnotationCodec.text(node, KEY).orElse(null);
        if (text == null) {
            return AnnotationCodec.tooLong(node, KEY)
                    .map(YarnQuestionReader::refused)
                    .orElseGet(Decoded::absent);
        }
        boolean good = !text.isEmpty()
                && text.length() <= MOST_CHARACTERS
                && text.chars().allMatch(one -> one >= FIRST && one <= LAST);
        return good ? Decoded.of(text) : refused(text);
    }

    private static Decoded<String> refused(String text) {
        return Decoded.unreadable(
                new WireProblem(KEY, "", text, "1 to " + MOST_CHARACTERS + " printable characters of ASCII"));
    }
}
