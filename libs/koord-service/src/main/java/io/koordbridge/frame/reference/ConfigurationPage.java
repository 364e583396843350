package io.koordbridge.frame.reference;

import java.util.List;
import java.util.stream.Collectors;

/** The page {@code docs/reference/PROCESS.md}. */
public final class ConfigurationPage {

    private static final String INTRODUCTION = """
            # Configuration of %1$s

            <!-- Written by bin/config-reference from the classes of the configuration. Do not edit. -->

            One YAML file, named by `--config`; `conf/%1$s.yaml`, which comes with the process, has every key with its default.
            `${NAME}` in it is replaced by a variable of the environment. `--set key=value` replaces a single value and may be repeated,
            `--api-server` and `--kubeconfig` say which API server, `--check-config` only looks at the file, `--help` names all flags and
            `--version` the version. A key that is not listed here, or a value
            out of range, ends the process at its start with a message that names the key. Durations are numbers with a unit
            (`500ms`, `10s`, `5m`), and so are sizes (`4MiB`). `server` and `logging` are the frame's own (Dropwizard); levels of
            the log are `ALL`, `TRACE`, `DEBUG`, `INFO`, `WARN`, `ERROR` and `OFF`. Empty cells: no default, and everything of the type is allowed.

            """;

    private static final String HEAD = """
            | key | type | default | allowed | meaning |
            |---|---|---|---|---|
            """;

    private ConfigurationPage() {}

    /**
     * The whole page of a process that reads its configuration through the frame.
     *
     * @param process the name of the process
     * @param defaults a configuration that nothing was set in
     * @throws IllegalStateException naming keys without a description
     */
    public static String markdown(String process, Object defaults) {
        return INTRODUCTION.formatted(process) + table(defaults);
    }

    /**
     * The table of all keys.
     *
     * @param defaults a configuration that nothing was set in
     * @throws IllegalStateException naming keys without a description
     */
    public static String table(Object defaults) {
        List<Setting> settings = Settings.of(defaults);
        List<String> silent = settings.stream()
                .filter(setting -> setting.meaning().isBlank())
                .map(Setting::key)
                .toList();
        if (!silent.isEmpty()) {
            throw new IllegalStateException("keys without @JsonPropertyDescription: " + String.join(", ", silent));
        }
        return settings.stream().map(Setting::row).collect(Collectors.joining("\n", HEAD, "\n"));
    }
}
