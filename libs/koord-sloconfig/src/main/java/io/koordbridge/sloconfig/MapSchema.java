package io.koordbridge.sloconfig;

/** An object with free keys and values of one shape. */
public record MapSchema(Schema value) implements Schema {

    @Override
    public String expectation() {
        return "an object with free keys";
    }
}
