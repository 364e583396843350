package io.koordbridge.sloconfig;

/** Plain values, as strict as the reference reads them. */
public enum Scalar implements Schema {
    BOOLEAN("true or false"),
    INT64("a whole number of 64 bits without fraction, exponent or quotes"),
    INT32("a whole number of 32 bits without fraction, exponent or quotes"),
    DOUBLE("a number"),
    TEXT("a text"),
    QUANTITY("a quantity such as 500M or 1000"),
    DURATION("a duration such as 5m or 1h30m"),
    INT_OR_TEXT("a whole number or a text"),
    ANY("any JSON value");

    private final String expectation;

    Scalar(String expectation) {
        this.expectation = expectation;
    }

    @Override
    public String expectation() {
        return expectation;
    }
}
