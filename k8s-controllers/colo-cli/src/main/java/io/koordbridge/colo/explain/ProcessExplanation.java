package io.koordbridge.colo.explain;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.terminal.ExitCodes;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What one process says about a node.
 *
 * @param document null when it was not asked or says nothing
 * @param text the document for people
 * @param problem why it says nothing, empty when it does or was not asked
 */
record ProcessExplanation(@Nullable JsonNode document, String text, String problem, int exitCode) {

    static final ProcessExplanation NOT_ASKED = new ProcessExplanation(null, "", "", ExitCodes.OK);

    /** Asks; the answer of one process is worth printing without the other's, so a failure is a value. */
    static ProcessExplanation ask(ApiReader api, String path, String unknown, Function<JsonNode, String> print) {
        try {
            Optional<JsonNode> document = api.find(path);
            return document.map(known -> new ProcessExplanation(known, print.apply(known), "", ExitCodes.OK))
                    .orElseGet(() -> new ProcessExplanation(null, "", unknown, ExitCodes.PROBLEM_FOUND));
        } catch (AnswerException e) {
            return new ProcessExplanation(null, "", String.valueOf(e.getMessage()), ExitCodes.CANNOT_REACH);
        }
    }
}
