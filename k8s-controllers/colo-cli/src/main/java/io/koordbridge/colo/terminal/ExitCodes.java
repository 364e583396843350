package io.koordbridge.colo.terminal;

/** What the process ends with; scripts rely on it. */
public final class ExitCodes {
    public static final int OK = 0;
    public static final int PROBLEM_FOUND = 1;
    public static final int USAGE = 2;
    public static final int CANNOT_REACH = 3;
    public static final int BUG = 70;

    private ExitCodes() {}
}
