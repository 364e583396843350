package io.koordbridge.colo.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.plan.metricsserver.EarlyEnd;
import io.koordbridge.colo.plan.outcome.Plan;
import io.koordbridge.colo.plan.outcome.PlanDocument;
import io.koordbridge.colo.plan.outcome.PlanTable;
import io.koordbridge.colo.plan.outcome.ValuesToSet;
import io.koordbridge.colo.plan.outcome.Variant;
import io.koordbridge.colo.plan.page.PlanPage;
import io.koordbridge.colo.plan.recording.Recording;
import io.koordbridge.colo.plan.recording.TraceFile;
import io.koordbridge.colo.plan.recording.WholeFile;
import io.koordbridge.colo.simulation.CheckedChanges;
import io.koordbridge.colo.terminal.ExitCodes;
import io.koordbridge.colo.terminal.Session;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What colocation would bring, and at which risk. */
@Command(
        name = "plan",
        description =
                "What nodes would offer to batch work, how much of it they would deliver and how often it would be short: recorded use through the calculators of manager, operator and agent. Needs nothing of Koord Bridge in the cluster and changes nothing.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  colo plan --prometheus http://prometheus.monitoring:9090",
            "  colo plan --prometheus https://prom.example.com --prometheus-token-file token --from 14d --risk 1%%",
            "  colo plan --prometheus http://127.0.0.1:9090 --set cpuReclaimThresholdPercent=70 --page plan.html",
            "  colo plan --metrics-server --for 24h --save-trace use.csv.gz",
            "  colo plan --trace use.csv.gz --node-cores 96 --node-memory 384Gi -o json"
        })
public final class PlanCommand implements Callable<Integer> {
    private final Session session;

    @Mixin
    private SourceOptions source = new SourceOptions();

    @Option(
            names = "--risk",
            paramLabel = "PERCENT",
            converter = RiskPercent.class,
            description =
                    "Short minutes that are accepted, such as 1%%: one more column, with the policy chosen for it.")
    private @Nullable BigDecimal risk;

    @Option(
            names = "--set",
            paramLabel = "FIELD=VALUE[,…]",
            description =
                    "One more column with fields of colocation-config, or cpuSuppressThresholdPercent, set so; can be repeated.")
    private List<String> sets = List.of();

    @Option(names = "--page", paramLabel = "FILE", description = "Write the plan with timelines as one HTML file.")
    private @Nullable Path page;

    @Option(
            names = "--save-trace",
            paramLabel = "FILE",
            description = "Write what was read in the format of --trace, packed when the name ends with .gz.")
    private @Nullable Path saved;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public PlanCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        List<Variant> variants = checked();
        try (EarlyEnd end = EarlyEnd.begin(source.watches())) {
            try {
                return plan(variants, end);
            } catch (AnswerException e) {
                // At an early end the process ends when it is closed: what the user has to know is said before.
                spec.commandLine().getErr().println("colo: " + e.getMessage());
                return ExitCodes.CANNOT_REACH;
            } catch (OutOfMemoryError e) {
                spec.commandLine()
                        .getErr()
                        .println(
                                "colo: this is more than fits into %d MiB of memory: fewer nodes, a shorter time or a longer step"
                                        .formatted(Runtime.getRuntime().maxMemory() >> 20));
                return ExitCodes.CANNOT_REACH;
            }
        } catch (IOException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private int plan(List<Variant> variants, EarlyEnd end) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        // A cluster that is needed and not known is said before anything is read.
        UnaryOperator<String> pools = source.pools(session);
        Recording recording = source.read(session, end, line -> err.println("colo: " + line));
        if (!recording.covers()) {
            throw new AnswerException(recording.source() + " shows too little to plan with: " + recording.extent());
        }
        if (saved != null) {
            TraceFile.write(saved, recording);
        }
        Plan plan = new PlanRun(recording, pools).of(variants, Variants.chosen(variants));
        ObjectNode document = PlanDocument.of(plan);
        String values = Session.yaml(ValuesToSet.of(plan.choice()));
        PrintWriter out = spec.commandLine().getOut();
        out.println(session.text(spec, document, () -> PlanTable.of(plan, values)));
        out.flush();
        if (page != null) {
            write(page, PlanPage.of(plan, values));
        }
        return ExitCodes.OK;
    }

    private static void write(Path page, String text) throws IOException {
        try {
            WholeFile.write(page, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new IOException("--page " + page + ": cannot be written (" + e + ")", e);
        }
    }

    /** What is wrong by itself is said before anything is read, which may take an hour. */
    private List<Variant> checked() {
        session.text(spec, ApiReader.JSON.createObjectNode(), () -> "");
        String problem = source.problem();
        if (problem.isEmpty()) {
            problem = Stream.of(sameFile(), unwritable(page, "--page"), unwritable(saved, "--save-trace"))
                    .filter(one -> !one.isEmpty())
                    .findFirst()
                    .orElse("");
        }
        if (!problem.isEmpty()) {
            throw new ParameterException(spec.commandLine(), problem);
        }
        try {
            List<Variant> variants = Variants.of(risk, sets);
            variants.forEach(one -> CheckedChanges.documents(one.changes()));
            return variants;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private String sameFile() {
        boolean same = page != null
                && saved != null
                && page.toAbsolutePath()
                        .normalize()
                        .equals(saved.toAbsolutePath().normalize());
        return same ? "--page and --save-trace name the same file" : "";
    }

    private static String unwritable(@Nullable Path file, String option) {
        if (file == null) {
            return "";
        }
        Path directory = file.toAbsolutePath().getParent();
        boolean fits = directory != null && Files.isWritable(directory) && !Files.isDirectory(file);
        return fits ? "" : option + " " + file + ": not a file that can be written";
    }
}
