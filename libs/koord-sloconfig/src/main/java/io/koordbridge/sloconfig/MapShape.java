package io.koordbridge.sloconfig;

/** An object with free keys and values of one shape. */
public record MapShape(Shape value) implements Shape {

    @Override
    public String expectation() {
        return "an object with free keys";
    }
}
