package io.koordbridge.colo.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.answers.LedgerAnswer;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.terminal.Repetition;
import io.koordbridge.colo.terminal.Session;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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

    @Mixin
    private Repetition repetition = new Repetition();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    public LedgerCheckCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        return repetition.wanted() ? watch() : once();
    }

    private int once() {
        ApiReader api = session.api(Component.OPERATOR);
        JsonNode document = api.read(PATH);
        LedgerAnswer ledger = api.as(LedgerAnswer.class, document, PATH);
        out().println(session.text(spec, document, () -> LedgerFormatter.of(ledger)));
        return WatchProgress.NOTHING_SEEN.saw(ledger).exitCode();
    }

    private int watch() {
        ApiReader api = session.api(Component.OPERATOR);
        WatchProgress progress = WatchProgress.NOTHING_SEEN;
        String said = "";
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
        } while (!progress.broken() && repetition.again());
        return progress.exitCode();
    }

    private void say(JsonNode document, LedgerAnswer ledger) {
        if (session.structured()) {
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

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
