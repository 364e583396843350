package io.koordbridge.sloconfig;

/** A list of values of one shape. */
public record ListSchema(Schema element) implements Schema {

    @Override
    public String expectation() {
        return "a list";
    }
}
