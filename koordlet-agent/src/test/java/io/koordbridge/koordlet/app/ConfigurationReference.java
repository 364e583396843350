package io.koordbridge.koordlet.app;

import io.koordbridge.frame.reference.ConfigurationPage;
import io.koordbridge.koordlet.gate.Gate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page {@code docs/reference/koordlet.md}; {@code bin/config-reference} writes it. */
final class ConfigurationReference {

    private static final String INTRODUCTION = """
        # Configuration of koordlet

        <!-- Written by bin/config-reference from the classes of the configuration. Do not edit. -->

        One YAML file, named by `--config`; without one every default holds. Flags win over the file (`koordlet --help`). A key that is
        not listed here, or a value out of range, ends the process at its start with a message that names the key.
        Times and sizes are whole numbers in the unit that their key names; 0 is the default where it is not allowed. What best-effort
        work may use is not said here but in [slo-controller-config](slo-controller-config.md). Empty cells: no default, and everything
        of the type is allowed.

        """;

    private ConfigurationReference() {}

    static String markdown() {
        return INTRODUCTION + ConfigurationPage.table(KoordletConfig.DEFAULT) + gates();
    }

    private static String gates() {
        StringBuilder rows = new StringBuilder("""

            ## Feature gates

            Names and defaults of the reference's agent. One that is not implemented is known and does nothing; switching it on is a warning.
            `koordlet --preflight` and `/plan` say what becomes of each on a node, the [guide](../guide/qos.md) what each needs.

            | gate | default | meaning |
            |---|---|---|
            """);
        for (Gate gate : Gate.values()) {
            rows.append("| `%s` | `%s` | %s |\n"
                    .formatted(
                            gate.wireName(),
                            gate.isOnByDefault(),
                            gate.meaning().orElse("not implemented")));
        }
        return rows.toString();
    }

    /**
     * Writes the page.
     *
     * @param args file
     */
    public static void main(String[] args) throws IOException {
        Files.writeString(Path.of(args[0]), markdown());
    }
}
