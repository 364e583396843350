package io.koordbridge.api.binding;

import com.fasterxml.jackson.databind.json.JsonMapper;

/** JSON without special rules. */
public final class PlainJson {

    /** One for the process: what it learns of a class it learns once. Not to be configured any further. */
    public static final JsonMapper MAPPER = JsonMapper.builder().build();

    private PlainJson() {}
}
