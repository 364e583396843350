package io.koordbridge.manager.server.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;

/**
 * What a handler says to a review.
 *
 * @param isAllowed whether the request may go on
 * @param patch JSON patch of the object, empty for none
 * @param code HTTP code of a denial, 0 when allowed
 * @param message why it is denied, empty when allowed
 * @param warnings warnings for the caller of an allowed request
 */
public record AdmissionResult(boolean isAllowed, ArrayNode patch, int code, String message, List<String> warnings) {

    private static final int BAD_REQUEST = 400;
    private static final int INTERNAL_ERROR = 500;

    public AdmissionResult {
        warnings = List.copyOf(warnings);
    }

    /** The request goes on as it is. */
    public static AdmissionResult allowed() {
        return warned(List.of());
    }

    /** The request goes on with a changed object; equal ones give an empty patch. */
    public static AdmissionResult changed(JsonNode before, JsonNode after) {
        return new AdmissionResult(true, JsonPatch.of(before, after), 0, "", List.of());
    }

    /** The request is allowed unchanged, with warnings for the caller. */
    public static AdmissionResult warned(List<String> warnings) {
        return new AdmissionResult(true, JsonNodeFactory.instance.arrayNode(), 0, "", warnings);
    }

    /** The same with a warning for the caller. */
    public AdmissionResult withWarning(String warning) {
        return new AdmissionResult(isAllowed, patch, code, message, List.of(warning));
    }

    /** The object breaks a rule. */
    public static AdmissionResult refused(String message) {
        return denied(BAD_REQUEST, message);
    }

    /** What the object asks for cannot be done. */
    public static AdmissionResult failed(String message) {
        return denied(INTERNAL_ERROR, message);
    }

    /** The request ends with an HTTP code. */
    public static AdmissionResult denied(int code, String message) {
        return new AdmissionResult(false, JsonNodeFactory.instance.arrayNode(), code, message, List.of());
    }
}
