package io.koordbridge.colo.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.answers.LedgerAnswer;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.terminal.Seconds;
import io.koordbridge.colo.terminal.Session;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks the invariant once, or until it breaks. */
@Command(
        name = "check",
        description = {
            "Pods + YARN + third parties against the batch origin, on every node and for both resources.",
            "Ends with 0 when it holds (an announced shrink included), with 1 when it is broken or nothing was checked."
        })
public final class LedgerCheckCommand implements Callable<Integer> {
    private static final String PATH = "ledger";

    private final Session session;

    @Option(
            names = "--watch",
            description = "Check repeatedly; one line per change. Ends with 1 as soon as the ledger is broken.")
    private boolean watch;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            converter = Seconds.class,
            defaultValue = "1",
            description = "Time between two checks of --watch (default: ${DEFAULT-VALUE}).")
    private Duration interval = Duration.ofSeconds(1);

    @Option(
            names = "--for",
            paramLabel = "SECONDS",
            converter = Seconds.class,
            description = "End --watch after this time (default: never).")
    private @Nullable Duration limit;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public LedgerCheckCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        return watch ? watch() : once();
    }

    private int once() {
        ApiReader api = session.operatorApi();
        JsonNode document = api.read(PATH);
        LedgerAnswer ledger = api.as(LedgerAnswer.class, document, PATH);
        out().println(session.json() ? Session.pretty(document) : LedgerFormatter.of(ledger));
        return WatchProgress.NOTHING_SEEN.saw(ledger).exitCode();
    }

    private int watch() {
        ApiReader api = session.operatorApi();
        WatchProgress progress = WatchProgress.NOTHING_SEEN;
        String said = "";
        long start = System.nanoTime();
        do {
            String line;
            try {
                JsonNode document = api.read(PATH);
                LedgerAnswer ledger = api.as(LedgerAnswer.class, document, PATH);
                progress = progress.saw(ledger);
                line = ledger.verdict() + LedgerFormatter.troubled(ledger);
                if (!line.equals(said)) {
                    say(document, ledger);
                }
            } catch (AnswerException e) {
                progress = progress.failed();
                line = String.valueOf(e.getMessage());
                if (!line.equals(said)) {
                    spec.commandLine().getErr().println("colo: " + line);
                }
            }
            said = line;
        } while (!progress.broken() && !over(start) && pause());
        return progress.exitCode();
    }

    private void say(JsonNode document, LedgerAnswer ledger) {
        if (session.json()) {
            out().println(document);
        } else {
            out().println(ledger.time() + " " + LedgerFormatter.summary(ledger));
            String rows = LedgerFormatter.troubled(ledger);
            if (!rows.isEmpty()) {
                out().println(rows);
            }
        }
        out().flush();
    }

    private boolean over(long start) {
        return limit != null && System.nanoTime() - start >= limit.toNanos();
    }

    /** False when the process is ending. */
    private boolean pause() {
        try {
            return !new CountDownLatch(1).await(interval.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
