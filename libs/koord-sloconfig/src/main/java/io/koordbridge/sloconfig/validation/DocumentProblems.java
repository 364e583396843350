package io.koordbridge.sloconfig.validation;

import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.Problem.Kind;

/** Words problems of one document, with the line where each is. */
record DocumentProblems(ConfigDocument document, Decoded decoded) {

    Problem at(String path, String value, String allowed) {
        boolean ofEntry = path.startsWith(document.layout().entriesField());
        return new Problem(
                document.key(),
                path,
                value,
                allowed,
                decoded.notes().line(path),
                ofEntry ? Kind.NODE_ENTRY_OUT_OF_RANGE : Kind.OUT_OF_RANGE);
    }
}
