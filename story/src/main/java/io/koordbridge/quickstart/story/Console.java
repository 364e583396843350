package io.koordbridge.quickstart.story;

import io.koordbridge.quickstart.summary.Sample;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** What people read while the story runs: headings, a table that grows by a row every other second. */
public final class Console {

    private static final String ROW = "%6s  %-5s  %8s  %8s  %8s  %6s  %6s  %6s  %6s  %8s  %6s  %-8s";
    private static final int HEADER_EVERY = 20;

    private final PrintWriter out;
    private int rows;

    public Console(PrintWriter out) {
        this.out = out;
    }

    /** A line of its own. */
    public synchronized void say(String text) {
        out.println(text);
        out.flush();
    }

    /** Starts a scene. */
    public synchronized void scene(String title) {
        say("");
        say("== " + title);
    }

    /** A row of the table. */
    public synchronized void row(Sample sample, String jobProgress) {
        if (rows++ % HEADER_EVERY == 0) {
            header();
        }
        say(String.format(
                Locale.ROOT,
                ROW,
                sample.atMillis() / 1000 + "s",
                sample.phase().name().toLowerCase(Locale.ROOT),
                cores(sample.onlineMilliCpu()),
                cores(sample.originMilliCpu()),
                cores(sample.podsMilliCpu()),
                plain(sample.leaseVcores()),
                plain(sample.rmVcores()),
                plain(sample.usedVcores()),
                plain(sample.containers()),
                cores(sample.limitMilliCpu()),
                jobProgress,
                sample.ledger()));
    }

    private void header() {
        say(String.format(
                ROW,
                "time",
                "scene",
                "online",
                "origin",
                "pods",
                "lease",
                "RM",
                "used",
                "ctrs",
                "BE limit",
                "job",
                "ledger"));
        say(String.format(
                ROW, "", "", "cores", "cores", "cores", "vcores", "vcores", "vcores", "", "cores", "", "verdict"));
    }

    /** A list under a heading. */
    public synchronized void list(String heading, List<String> lines) {
        say(heading);
        lines.forEach(line -> say("  - " + line));
    }

    private static String cores(long milliCpu) {
        return milliCpu < 0 ? "-" : String.format(Locale.ROOT, "%.2f", milliCpu / 1000.0);
    }

    private static String plain(long number) {
        return number < 0 ? "-" : Long.toString(number);
    }
}
