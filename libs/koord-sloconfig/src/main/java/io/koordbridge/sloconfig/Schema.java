package io.koordbridge.sloconfig;

/** What a JSON value must look like. */
public sealed interface Schema permits ObjectSchema, ListSchema, MapSchema, Scalar {

    /** The expectation in words, for problems. */
    String expectation();
}
