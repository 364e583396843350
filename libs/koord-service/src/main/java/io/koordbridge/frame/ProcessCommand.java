package io.koordbridge.frame;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Flags that all Dropwizard processes share. */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
final class ProcessCommand implements Callable<Integer> {

    private final BridgeApplication<?> application;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "YAML configuration.")
    private @Nullable Path config;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Overrides one value, for example --set leaderElection.enabled=false. May be repeated.")
    private Map<String, String> overrides = new LinkedHashMap<>();

    @Option(names = "--api-server", paramLabel = "URL", description = "API server, instead of kubernetes.apiServer.")
    private @Nullable String apiServer;

    @Option(names = "--kubeconfig", paramLabel = "FILE", description = "Kubeconfig, instead of kubernetes.kubeconfig.")
    private @Nullable String kubeconfig;

    @Option(names = "--check-config", description = "Only checks the configuration.")
    private boolean checkOnly;

    @Spec
    private @Nullable CommandSpec spec;

    ProcessCommand(BridgeApplication<?> application) {
        this.application = application;
    }

    static int execute(BridgeApplication<?> application, String[] args) {
        return of(application).execute(args);
    }

    static CommandLine of(BridgeApplication<?> application) {
        CommandLine command = new CommandLine(new ProcessCommand(application))
                .setCommandName(application.processName())
                .setExecutionExceptionHandler((problem, line, result) -> {
                    line.getErr().println(application.processName() + ": " + problem.getMessage());
                    return 1;
                });
        command.getCommandSpec().version(application.processName() + " " + version(application));
        return command;
    }

    /** From the manifest of the jar; classes that are not in one have none. */
    private static String version(BridgeApplication<?> application) {
        String version = application.getClass().getPackage().getImplementationVersion();
        return version == null ? "without a version" : version;
    }

    @Override
    public Integer call() throws Exception {
        Path file = Objects.requireNonNull(config);
        if (!Files.isReadable(file)) {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(), "--config " + file + ": not a readable file");
        }
        overrides.forEach((key, value) -> System.setProperty("dw." + key, value));
        override("kubernetes.apiServer", apiServer);
        override("kubernetes.kubeconfig", kubeconfig);
        application.run(checkOnly ? "check" : "server", file.toString());
        return 0;
    }

    private static void override(String key, @Nullable String value) {
        if (value != null) {
            System.setProperty("dw." + key, value);
        }
    }
}
