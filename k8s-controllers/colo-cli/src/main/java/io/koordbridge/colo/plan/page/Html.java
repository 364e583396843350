package io.koordbridge.colo.plan.page;

import io.koordbridge.protocol.PureCore;

/** Text of others in HTML. */
@PureCore
final class Html {

    private Html() {}

    /** The text, with every character that HTML reads replaced; also fit for an attribute in double quotes. */
    static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
