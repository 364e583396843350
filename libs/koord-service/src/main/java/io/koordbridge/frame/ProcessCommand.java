package io.koordbridge.frame;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.sourceforge.argparse4j.ArgumentParsers;
import net.sourceforge.argparse4j.impl.Arguments;
import net.sourceforge.argparse4j.inf.Argument;
import net.sourceforge.argparse4j.inf.ArgumentParser;
import net.sourceforge.argparse4j.inf.ArgumentParserException;
import net.sourceforge.argparse4j.inf.Namespace;
import org.jspecify.annotations.Nullable;

/**
 * Flags that all Dropwizard processes share, read with the library that Dropwizard reads its own with: that of our tools is too old
 * for a class archive and costs a start a twentieth of its CPU.
 */
final class ProcessCommand {

    /** The process did what it was asked for. */
    static final int OK = 0;

    /** It could not start. */
    static final int FAILED = 1;

    /** The flags are not in order. */
    static final int USAGE = 2;

    private static final String CONFIG = "--config";
    private static final String SET = "--set";
    private static final String API_SERVER = "--api-server";
    private static final String KUBECONFIG = "--kubeconfig";
    private static final String CHECK_CONFIG = "--check-config";
    private static final String HELP = "--help";
    private static final String HELP_SHORT = "-h";
    private static final String VERSION = "--version";
    private static final String VERSION_SHORT = "-V";

    private final BridgeApplication<?> application;
    private final PrintWriter out;
    private final PrintWriter err;

    ProcessCommand(BridgeApplication<?> application, PrintWriter out, PrintWriter err) {
        this.application = application;
        this.out = out;
        this.err = err;
    }

    /** With the process's own streams. */
    static ProcessCommand of(BridgeApplication<?> application) {
        return new ProcessCommand(
                application,
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    }

    /** Runs the process, or says what is asked for; the exit code. */
    int execute(String[] args) {
        ArgumentParser parser = parser();
        try {
            Optional<String> answer = answer(Set.copyOf(List.of(args)), parser);
            if (answer.isPresent()) {
                out.println(answer.get().stripTrailing());
            } else {
                run(parser.parseArgs(args), parser);
            }
            return OK;
        } catch (ArgumentParserException e) {
            parser.handleError(e, err);
            return USAGE;
        } catch (Exception e) {
            err.println(application.processName() + ": " + (e.getMessage() == null ? e : e.getMessage()));
            return FAILED;
        } finally {
            out.flush();
            err.flush();
        }
    }

    /** What is asked for instead of a process; then nothing else needs to be in order. */
    private static Optional<String> answer(Set<String> args, ArgumentParser parser) {
        if (args.contains(HELP) || args.contains(HELP_SHORT)) {
            return Optional.of(parser.formatHelp());
        }
        return args.contains(VERSION) || args.contains(VERSION_SHORT)
                ? Optional.of(parser.formatVersion())
                : Optional.empty();
    }

    private ArgumentParser parser() {
        String name = application.processName();
        ArgumentParser parser =
                ArgumentParsers.newFor(name).addHelp(false).build().version(name + " " + version());
        parser.addArgument(CONFIG).required(true).metavar("FILE").help("YAML configuration.");
        parser.addArgument(SET)
                .metavar("KEY=VALUE")
                .action(Arguments.append())
                .type(ProcessCommand::assignment)
                .help("Overrides one value, for example --set leaderElection.enabled=false. May be repeated.");
        parser.addArgument(API_SERVER).metavar("URL").help("API server, instead of kubernetes.apiServer.");
        parser.addArgument(KUBECONFIG).metavar("FILE").help("Kubeconfig, instead of kubernetes.kubeconfig.");
        parser.addArgument(CHECK_CONFIG).action(Arguments.storeTrue()).help("Only checks the configuration.");
        application
                .oneOffs()
                .forEach(one -> parser.addArgument(one.flag())
                        .action(Arguments.storeTrue())
                        .help(one.help()));
        parser.addArgument(HELP_SHORT, HELP).action(Arguments.storeTrue()).help("Says what the flags are and ends.");
        parser.addArgument(VERSION_SHORT, VERSION)
                .action(Arguments.storeTrue())
                .help("Says which version it is and ends.");
        return parser;
    }

    /** From the manifest of the jar; classes that are not in one have none. */
    private String version() {
        String version = application.getClass().getPackage().getImplementationVersion();
        return version == null ? "without a version" : version;
    }

    private static Map.Entry<String, String> assignment(ArgumentParser parser, Argument flag, String text)
            throws ArgumentParserException {
        int equals = text.indexOf('=');
        if (equals <= 0) {
            throw new ArgumentParserException("'" + text + "' is not KEY=VALUE", parser, flag);
        }
        return Map.entry(text.substring(0, equals), text.substring(equals + 1));
    }

    private void run(Namespace flags, ArgumentParser parser) throws Exception {
        Path file = Path.of(flags.getString(dest(CONFIG)));
        if (Files.isDirectory(file) || !Files.isReadable(file)) {
            throw new ArgumentParserException(CONFIG + " " + file + ": not a readable file", parser);
        }
        List<Map.Entry<String, String>> overrides = flags.getList(dest(SET));
        if (overrides != null) {
            overrides.forEach(one -> override(one.getKey(), one.getValue()));
        }
        override("kubernetes.apiServer", flags.getString(dest(API_SERVER)));
        override("kubernetes.kubeconfig", flags.getString(dest(KUBECONFIG)));
        application.run(command(flags), file.toString());
    }

    /** What Dropwizard is asked for. */
    private String command(Namespace flags) {
        if (flags.getBoolean(dest(CHECK_CONFIG))) {
            return "check";
        }
        return application.oneOffs().stream()
                .filter(one -> flags.getBoolean(dest(one.flag())))
                .map(OneOff::name)
                .findFirst()
                .orElse("server");
    }

    private static String dest(String flag) {
        return flag.substring(2).replace('-', '_');
    }

    private static void override(String key, @Nullable String value) {
        if (value != null) {
            System.setProperty("dw." + key, value);
        }
    }
}
