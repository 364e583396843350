package io.koordbridge.colo.preflight;

/**
 * One line.
 *
 * @param part what was looked at, such as {@code webhook} or {@code node worker-1}
 * @param remedy what to do, empty when all is well
 */
record Finding(String part, String check, Level level, String detail, String remedy) {

    static Finding ok(String part, String check, String detail) {
        return new Finding(part, check, Level.OK, detail, "");
    }

    static Finding warn(String part, String check, String detail, String remedy) {
        return new Finding(part, check, Level.WARN, detail, remedy);
    }

    static Finding fail(String part, String check, String detail, String remedy) {
        return new Finding(part, check, Level.FAIL, detail, remedy);
    }
}
