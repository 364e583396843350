package io.koordbridge.colo;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import picocli.CommandLine;

/** One run of the command line inside this process. */
public record Run(int exitCode, String out, String err) {

    public static Run colo(String... arguments) {
        return with(Map.of(), arguments);
    }

    public static Run with(Map<String, String> environment, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine colo = ColoMain.commandLine(environment)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
        int code = colo.execute(arguments);
        return new Run(code, out.toString(), err.toString());
    }

    /** The text in {@code golden/NAME.txt}. */
    public static String golden(String name) {
        try (InputStream in = Run.class.getResourceAsStream("/golden/" + name + ".txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read golden/" + name, e);
        }
    }
}
