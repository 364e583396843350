package io.koordbridge.quickstart.story;

import io.koordbridge.quickstart.summary.Sample;
import io.koordbridge.quickstart.summary.Sample.Amount;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** What people read while the story runs: headings, a table that grows by a row every other second. */
public final class Console {

    private static final int HEADER_EVERY = 20;
    private static final double MEBIBYTES = 1024.0;
    private static final List<String> LEGEND = List.of(
            "online      load of the online service, cores",
            "origin      batch capacity of the node before it is split, cores",
            "pods        what batch pods may request / what the two batch pods use, cores",
            "lease       reserved for YARN in the Node object, cores/GiB",
            "RM          what the ResourceManager may give away, cores/GiB",
            "given       what it has given to containers, cores/GiB; ctrs: how many containers",
            "limit       what the kernel lets all batch work use, cores",
            "YARN        what YARN's containers use, cores",
            "job         finished tasks",
            "ledger      OK, DRAINING (a shrink is under way and within its grace), BROKEN (more is offered than there is)");

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

    /**
     * A row of the table.
     *
     * @param vcoreMilliCpu CPU of one of YARN's virtual cores
     */
    public synchronized void row(Sample sample, String jobProgress, long vcoreMilliCpu) {
        if (rows == 0) {
            list("columns", LEGEND);
        }
        if (rows++ % HEADER_EVERY == 0) {
            say(line(
                    "time", "scene", "online", "origin", "pods", "lease", "RM", "given", "ctrs", "limit", "YARN", "job",
                    "ledger"));
        }
        say(line(
                sample.atMillis() / 1000 + "s",
                sample.phase().name().toLowerCase(Locale.ROOT),
                cores(sample.onlineMilliCpu()),
                cores(sample.originMilliCpu()),
                cores(sample.pods().offeredMilliCpu()) + "/"
                        + cores(sample.pods().usedMilliCpu()),
                amount(sample.yarn().lease(), vcoreMilliCpu),
                amount(sample.yarn().capacity(), vcoreMilliCpu),
                amount(sample.yarn().used(), vcoreMilliCpu),
                plain(sample.yarn().containers()),
                cores(sample.limitMilliCpu()),
                cores(sample.yarn().usedMilliCpu()),
                jobProgress,
                sample.ledger().name()));
    }

    private static String line(String... cells) {
        return String.format(
                        Locale.ROOT, "%6s  %-5s  %6s  %6s  %9s  %11s  %11s  %11s  %4s  %6s  %6s  %5s  %-8s", (Object[])
                                cells)
                .stripTrailing();
    }

    /** A list under a heading. */
    public synchronized void list(String heading, List<String> lines) {
        say(heading);
        lines.forEach(line -> say("  - " + line));
    }

    /** Cores with two places; a dash when unknown. */
    public static String cores(long milliCpu) {
        return milliCpu < 0 ? "-" : String.format(Locale.ROOT, "%.2f", milliCpu / 1000.0);
    }

    /** Cores and GiB, as the page shows them. */
    static String amount(Amount amount, long vcoreMilliCpu) {
        return amount.known()
                ? cores(amount.vcores() * vcoreMilliCpu)
                        + String.format(Locale.ROOT, "/%.1f", amount.megabytes() / MEBIBYTES)
                : "-";
    }

    private static String plain(long number) {
        return number < 0 ? "-" : Long.toString(number);
    }
}
