package io.koordbridge.sloconfig.catalog;

import io.koordbridge.sloconfig.ConfigDocument;

/**
 * A key of the config map.
 *
 * @param checkedAtAdmission whether the webhook looks at its text
 * @param emptyMeansMissing whether an empty text is like no text; else it cannot be read
 * @param meaning for people, one line
 */
public record CatalogKey(
        ConfigDocument document, boolean checkedAtAdmission, boolean emptyMeansMissing, String meaning) {

    /** Key of the config map. */
    public String key() {
        return document.key();
    }
}
