package io.koordbridge.quickstart.app;

import io.koordbridge.quickstart.story.Console;
import io.koordbridge.quickstart.summary.Reaction;
import io.koordbridge.quickstart.summary.Summary;
import io.koordbridge.quickstart.world.OurProcess;
import java.util.List;
import java.util.Locale;

/** The summary for people. */
final class SummaryText {

    private static final long MEBIBYTE = 1024 * 1024;

    private SummaryText() {}

    static void print(Summary summary, List<OurProcess> processes, Console console) {
        console.scene("Summary");
        console.say(String.format(Locale.ROOT, "%-34s %10s %10s %10s", "", "before", "during", "after"));
        row(console, "batch capacity (milli-cores)", summary.origin());
        row(console, "YARN capacity in the RM (vcores)", summary.rm());
        line(console, "load to kernel limit", time(summary.suppress()));
        line(console, "load to smaller RM capacity", time(summary.shrink()));
        line(console, "rest to larger RM capacity", time(summary.grow()));
        line(
                console,
                "ledger",
                summary.brokenSamples() == 0
                        ? "held at " + summary.samples() + " of " + summary.samples() + " looks"
                        : "BROKEN at " + summary.brokenSamples() + " of " + summary.samples() + " looks");
        line(console, "containers taken back", Integer.toString(summary.job().containersPreempted()));
        line(console, "application masters lost", Integer.toString(summary.job().mastersLost()));
        line(
                console,
                "job " + summary.job().name(),
                summary.job().state() + " in " + summary.job().millis() / 1000 + " s "
                        + summary.job().result());
        for (OurProcess process : processes) {
            line(
                    console,
                    "memory of " + process.name(),
                    process.highestResidentBytes() / MEBIBYTE + " MiB resident at most");
        }
        if (!summary.notShown().isEmpty()) {
            console.list("not shown on this machine:", summary.notShown());
        }
        if (summary.success()) {
            console.say("SUCCESS");
        } else {
            console.list("FAILED", summary.problems());
        }
    }

    private static void row(Console console, String name, Summary.Triple values) {
        console.say(String.format(
                Locale.ROOT, "%-34s %10s %10s %10s", name, values.before(), values.during(), values.after()));
    }

    private static void line(Console console, String name, String value) {
        console.say(String.format(Locale.ROOT, "%-34s %s", name, value));
    }

    private static String time(Reaction reaction) {
        return reaction.millis().isPresent()
                ? String.format(Locale.ROOT, "%.2f s", reaction.millis().getAsLong() / 1000.0)
                : "not measured: " + reaction.reason();
    }
}
