package io.koordbridge.frame.reference;

/** A key of a map whose keys are known. */
public interface KnownKey {

    /** The key in the file. */
    String wireName();

    /** What holds when the file does not name it. */
    String defaultText();

    /** What it does, in one sentence. */
    String meaning();
}
