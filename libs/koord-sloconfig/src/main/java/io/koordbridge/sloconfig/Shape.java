package io.koordbridge.sloconfig;

/** What a JSON value must look like. */
public sealed interface Shape permits ObjectShape, ListShape, MapShape, Scalar {

    /** The expectation in words, for problems. */
    String expectation();
}
