package io.koordbridge.quickstart.app;

import io.koordbridge.quickstart.story.Console;
import io.koordbridge.quickstart.summary.Basis;
import io.koordbridge.quickstart.summary.Effects;
import io.koordbridge.quickstart.summary.Latency;
import io.koordbridge.quickstart.summary.LeaseChanges;
import io.koordbridge.quickstart.summary.Reaction;
import io.koordbridge.quickstart.summary.Summary;
import io.koordbridge.quickstart.world.ProductProcess;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** The summary for people. */
final class SummaryFormatter {

    private static final long MEBIBYTE = 1024 * 1024;

    private SummaryFormatter() {}

    static void print(Summary summary, Basis basis, List<ProductProcess> processes, Console console) {
        console.scene("Summary");
        console.say(String.format(Locale.ROOT, "%-34s %10s %10s %10s", "cores", "before", "during", "after"));
        row(console, "batch capacity", summary.origin(), 1);
        row(console, "YARN capacity in the RM", summary.rm(), basis.vcoreMilliCpu());
        line(console, "load to kernel limit", time(summary.reactions().suppress()));
        line(console, "load to smaller RM capacity", time(summary.reactions().shrink()));
        line(console, "rest to larger RM capacity", time(summary.reactions().grow()));
        line(
                console,
                "ledger",
                summary.ledger().broken() == 0
                        ? "held at " + summary.ledger().seen() + " of "
                                + summary.ledger().seen() + " looks"
                        : "BROKEN at " + summary.ledger().broken() + " of "
                                + summary.ledger().seen() + " looks");
        line(console, "lease changes", changes(summary.effects().lease()));
        line(console, "containers taken back", Integer.toString(summary.job().containersPreempted()));
        line(console, "  for a burst of 2 s", burst(summary.effects().burstContainers()));
        line(console, "application masters lost", Integer.toString(summary.job().mastersLost()));
        line(
                console,
                "job " + summary.job().name(),
                summary.job().state() + " in " + summary.job().millis() / 1000 + " s "
                        + summary.job().result());
        for (ProductProcess process : processes) {
            line(
                    console,
                    "memory of " + process.name(),
                    process.highestResidentBytes() / MEBIBYTE + " MiB resident at most");
        }
        console.say(online(summary.effects().online()));
        if (!summary.notShown().isEmpty()) {
            console.list("not shown on this machine:", summary.notShown());
        }
        if (summary.problems().isEmpty()) {
            console.say(summary.outcome().name());
        } else {
            console.list("FAILED", summary.problems());
        }
    }

    /** The one line that says what the product is for. */
    static String online(Effects.Online online) {
        if (!online.reason().isEmpty()) {
            return "online P99: not measured: " + online.reason();
        }
        return "online P99: alone " + p99(online.alone()) + " · beside batch, protected " + p99(online.protectedBatch())
                + " · beside batch, unprotected " + p99(online.unprotectedBatch());
    }

    private static String p99(Optional<Latency> latency) {
        return latency.map(one -> String.format(Locale.ROOT, "%.1f ms", one.p99Micros() / 1000.0))
                .orElse("not measured");
    }

    private static String changes(LeaseChanges lease) {
        return lease.all() + ", " + lease.steady() + " of them in " + lease.steadyMillis() / 1000 + " s of steady load";
    }

    private static String burst(OptionalInt containers) {
        return containers.isPresent()
                ? Integer.toString(containers.getAsInt())
                : "not measured: YARN had no more than it keeps in any case";
    }

    private static void row(Console console, String name, Summary.Triple values, long unit) {
        console.say(String.format(
                Locale.ROOT,
                "%-34s %10s %10s %10s",
                name,
                cores(values.before(), unit),
                cores(values.during(), unit),
                cores(values.after(), unit)));
    }

    private static String cores(long value, long unit) {
        return Console.cores(value < 0 ? value : value * unit);
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
