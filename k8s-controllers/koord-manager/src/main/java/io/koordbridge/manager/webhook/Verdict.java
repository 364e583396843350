package io.koordbridge.manager.webhook;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

/**
 * What a handler says to a review.
 *
 * @param isAllowed whether the request may go on
 * @param patch JSON patch of the object, empty for none
 * @param code HTTP code of a denial, 0 when allowed
 * @param message why it is denied, empty when allowed
 */
public record Verdict(boolean isAllowed, ArrayNode patch, int code, String message) {

    /** The request goes on as it is. */
    public static Verdict allowed() {
        return patched(JsonNodeFactory.instance.arrayNode());
    }

    /** The request goes on with a changed object; an empty patch changes nothing. */
    public static Verdict patched(ArrayNode patch) {
        return new Verdict(true, patch, 0, "");
    }

    /**
     * The request ends.
     *
     * @param code 400 when a validation says no, 500 when a mutation failed
     */
    public static Verdict denied(int code, String message) {
        return new Verdict(false, JsonNodeFactory.instance.arrayNode(), code, message);
    }
}
