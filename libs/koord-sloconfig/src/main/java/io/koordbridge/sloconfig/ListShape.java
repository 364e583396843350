package io.koordbridge.sloconfig;

/** A list of values of one shape. */
public record ListShape(Shape element) implements Shape {

    @Override
    public String expectation() {
        return "a list";
    }
}
