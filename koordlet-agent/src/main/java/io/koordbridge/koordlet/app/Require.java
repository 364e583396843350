package io.koordbridge.koordlet.app;

/** Ranges of configuration values. */
final class Require {

    private Require() {}

    /** The value, the default for 0, an exception naming key, value and range otherwise. */
    static int orDefault(String key, int value, int byDefault, int lowest, int highest) {
        if (value == 0) {
            return byDefault;
        }
        if (value < lowest || value > highest) {
            throw new IllegalArgumentException(key + " = " + value + ": want " + lowest + " to " + highest);
        }
        return value;
    }
}
